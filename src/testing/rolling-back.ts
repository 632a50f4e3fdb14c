import type { Database, Tx } from '#platform/db.ts'

/** The same database, but every transaction is undone after it has given its result: calls show their answer and change nothing. */
export function rollingBack(database: Database): Database {
  return {
    ...database,
    transaction: async <T>(
      reach: Parameters<Database['transaction']>[0],
      run: (tx: Tx) => Promise<T>,
    ): Promise<T> => {
      const undone = new Error('undone')
      let result: { value: T } | undefined
      try {
        await database.transaction(reach, async (tx) => {
          result = { value: await run(tx) }
          throw undone
        })
      } catch (error) {
        if (error !== undone || !result) throw error
      }
      return (result as { value: T }).value
    },
  }
}
