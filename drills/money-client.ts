import { v7 } from 'uuid'
import { contentHash, nextNumber } from '#features/billing/server/approve-bill.ts'
import { bill } from '#features/billing/server/table.ts'
import { asService } from '#platform/db.ts'
import { openDatabase } from '#platform/open-database.ts'

/**
 * A client of the drill of bill numbers: four connections that issue bills until the process is killed. What is said on
 * its output was committed; every twentieth bill is given up after it has its number.
 */
const connections = 4
const [, , url, accountId, code] = process.argv

if (url && accountId && code) {
  const database = await openDatabase({ url, folder: '', poolSize: connections })
  let begun = 0
  const issue = async () => {
    const giveUp = begun++ % 20 === 7
    return database.transaction(asService('trial'), async (tx) => {
      const number = await nextNumber(tx, { accountId, code }, 'bill', 2026)
      await tx.insert(bill).values({
        ...{ id: v7(), accountId, number, status: 'Approved', payment: 'unpaid', issuedOn: '2026-11-20' },
        hash: contentHash({ number }),
      })
      if (giveUp) throw new Error('given up')
      return number
    })
  }
  const client = async () => {
    for (;;)
      await issue().then(
        (number) => process.stdout.write(`${number}\n`),
        async (error: Error) => {
          if (error.message === 'given up') return process.stdout.write('given up\n')
          // The server is coming back: asking it without a pause would only keep it from that.
          await new Promise((resolve) => setTimeout(resolve, 50))
          return process.stdout.write('lost\n')
        },
      )
  }
  await Promise.all(Array.from({ length: connections }, client))
}
