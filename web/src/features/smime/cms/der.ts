import * as asn1js from 'asn1js'

/** Short words for what CMS is made of. */
export const sequence = (...value: asn1js.BaseBlock[]) => new asn1js.Sequence({ value })
export const identifier = (value: string) => new asn1js.ObjectIdentifier({ value })
export const octets = (valueHex: ArrayBuffer) => new asn1js.OctetString({ valueHex })
export const bits = (valueHex: ArrayBuffer) => new asn1js.BitString({ valueHex })
/** Constructed, context-specific. */
export const tagged = (tagNumber: number, ...value: asn1js.BaseBlock[]) =>
  new asn1js.Constructed({ idBlock: { tagClass: 3, tagNumber }, value })
