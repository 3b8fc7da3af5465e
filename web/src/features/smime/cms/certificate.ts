import { Certificate, GeneralNames } from 'pkijs'
import { type Bytes, own, toHex } from './bytes.ts'
import { oid } from './oids.ts'

/** What a person, and the judge of signatures, must know of a certificate. */
export interface CertificateFacts {
  /** Mail addresses it is for (rfc822Name of subjectAltName), lower case; nothing else names an address. */
  addresses: readonly string[]
  /** SHA-256 of its DER, hexadecimal. */
  fingerprint: string
  from: Date
  to: Date
}

/** @throws when it is no X.509 certificate */
export const parseCertificate = (der: Bytes): Certificate => Certificate.fromBER(der)

export async function factsOf(certificate: Certificate, der?: Bytes): Promise<CertificateFacts> {
  const bytes = der ?? own(certificate.toSchema().toBER(false))
  return {
    addresses: addressesOf(certificate),
    fingerprint: toHex(own(await crypto.subtle.digest('SHA-256', bytes))),
    from: certificate.notBefore.value,
    to: certificate.notAfter.value,
  }
}

/** @throws when it is no X.509 certificate */
export const readCertificate = (der: Bytes): Promise<CertificateFacts> =>
  factsOf(parseCertificate(der), der)

function addressesOf({ extensions = [] }: Certificate): string[] {
  return extensions
    .filter((one) => one.extnID === oid.subjectAltName)
    .flatMap((one) =>
      one.parsedValue instanceof GeneralNames || isNames(one.parsedValue)
        ? namesOf(one.parsedValue)
        : [],
    )
}

const isNames = (value: unknown): value is { altNames: GeneralNames['names'] } =>
  typeof value === 'object' && value !== null && 'altNames' in value

const namesOf = (value: GeneralNames | { altNames: GeneralNames['names'] }): string[] => {
  const names = 'altNames' in value ? value.altNames : value.names
  return names.filter((one) => one.type === 1).map((one) => String(one.value).toLowerCase())
}
