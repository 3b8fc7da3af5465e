import * as asn1js from 'asn1js'
import { Certificate, SignedData, SignedDataVerifyError, type SignerInfo } from 'pkijs'
import type { SignerFacts } from '../judge.ts'
import { type Bytes, own } from './bytes.ts'
import { factsOf } from './certificate.ts'
import { oid } from './oids.ts'

export interface CheckedSignatures {
  signers: SignerFacts[]
  /** What was signed, where the object holds it. */
  content: Bytes | null
}

/**
 * Checks every signature of SignedData (RFC 5652 §5) by the certificates in it. Whether those are to be believed is
 * judged elsewhere.
 * @param detached what was signed, for a signature that stands beside it
 * @throws when it cannot be read
 */
export async function checkSignatures(
  schema: asn1js.BaseBlock,
  detached: Bytes | null,
): Promise<CheckedSignatures> {
  const signed = new SignedData({ schema })
  const inside = signed.encapContentInfo.eContent
  const content = inside ? own(inside.getValue()) : null
  // A signature of another text that carries that text along would verify by what nobody is shown.
  const isWhole = (detached === null) === (content !== null)
  const data = detached ?? content
  const signers = await Promise.all(
    signed.signerInfos.map(
      (info, index): Promise<SignerFacts> =>
        isWhole && data && isStrict(info, signed)
          ? checkSigner(signed, index, data)
          : Promise.resolve({ intact: false, certificate: null }),
    ),
  )
  return { signers, content: detached === null ? content : null }
}

const digests: ReadonlySet<string> = new Set([oid.sha256, oid.sha384, oid.sha512])

/** Signed attributes there, each once, of the content type that is shown (RFC 5652 §11), and no broken hash. */
function isStrict({ signedAttrs, digestAlgorithm }: SignerInfo, signed: SignedData): boolean {
  const { eContentType } = signed.encapContentInfo
  if (eContentType !== oid.data || !digests.has(digestAlgorithm.algorithmId)) return false
  const attributes = signedAttrs?.attributes ?? []
  const valuesOf = (type: string) => attributes.filter((one) => one.type === type)
  const [contentType, anotherType] = valuesOf(oid.contentType)
  const [digest, anotherDigest] = valuesOf(oid.messageDigest)
  if (!contentType || anotherType || !digest || anotherDigest) return false
  const [type] = contentType.values
  return (
    contentType.values.length === 1 &&
    digest.values.length === 1 &&
    type instanceof asn1js.ObjectIdentifier &&
    type.valueBlock.toString() === oid.data
  )
}

async function checkSigner(
  signed: SignedData,
  signer: number,
  content: Bytes,
): Promise<SignerFacts> {
  try {
    const data = content.slice().buffer
    const done = await signed.verify({ signer, data, extendedMode: true })
    const found = done.signerCertificate
    const intact = done.signatureVerified === true
    if (!(found instanceof Certificate)) return { intact, certificate: null }
    const der = own(found.toSchema().toBER(false))
    const capabilities = capabilitiesOf(signed.signerInfos[signer])
    return { intact, certificate: await factsOf(found, der), der, capabilities }
  } catch (error) {
    if (error instanceof SignedDataVerifyError) return { intact: false, certificate: null }
    throw error
  }
}

/** Identifiers of SMIMECapabilities (RFC 8551 §2.5.2): what the signer's program reads. */
function capabilitiesOf(info: SignerInfo | undefined): string[] {
  const attribute = info?.signedAttrs?.attributes.find((one) => one.type === oid.capabilities)
  const [list] = attribute?.values ?? []
  if (!(list instanceof asn1js.Sequence)) return []
  return list.valueBlock.value.flatMap((one) => {
    const [name] = one instanceof asn1js.Sequence ? one.valueBlock.value : []
    return name instanceof asn1js.ObjectIdentifier ? name.valueBlock.toString() : []
  })
}
