/** What stands behind the last @ of an address, in lower case; all of it where there is none. Strangers write addresses of a million @. */
export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase()
