/** What is signed for a random code. */
export const possessionText = (address: string, randomCode: string): string =>
  `hongyan key of ${address.toLowerCase()}\n${randomCode}`
