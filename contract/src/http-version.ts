/** Version of the product and of its contract, as /openapi.json names it. */
export const version = '0.1.0'
