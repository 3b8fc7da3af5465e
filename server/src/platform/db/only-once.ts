/** SQLSTATE of a row that is there already. */
const uniqueViolation = '23505'

/**
 * A write to a column that holds nothing twice. Of two at the same time one passes a look beforehand and yet comes too
 * late: for it that is 0 rows, as for everybody who comes later. Only outside of a transaction, which the violation ends.
 */
export async function onlyOnce(write: () => Promise<number>): Promise<number> {
  try {
    return await write()
  } catch (thrown) {
    if ((thrown as { code?: string }).code === uniqueViolation) return 0
    throw thrown
  }
}
