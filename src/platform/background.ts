import { AsyncLocalStorage } from 'node:async_hooks'
import { asService, type Database, type Tx } from './db.ts'

/** What runs here: something that nobody waits for, or the answer to a call. Neither, at the start and in tests. */
const underWay = new AsyncLocalStorage<'background' | 'call'>()

/** Runs what nobody waits for: its transactions wait for locks as long as it takes, those of requests two seconds. */
export const inBackground = <T>(run: () => Promise<T>): Promise<T> => underWay.run('background', run)
/** Does anybody wait for what runs here? */
export const isBackground = () => underWay.getStore() === 'background'

/** The same function, known to answer somebody's call while it runs. */
export const answering =
  <Given extends unknown[], T>(run: (...given: Given) => Promise<T>) =>
  (...given: Given): Promise<T> =>
    underWay.run('call', () => run(...given))

/**
 * A transaction of work for all accounts, by the clock and at nobody's request: it reaches everything. @throws in the
 * answer to somebody's call, whose reach is what its declaration says.
 */
export async function asJob<T>(
  database: Pick<Database, 'transaction'>,
  run: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (underWay.getStore() === 'call') throw new Error('What a job does reaches everything: a call wakes it.')
  return database.transaction(asService('job'), run)
}
