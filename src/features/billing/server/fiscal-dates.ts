import type { Tx } from '#platform/db.ts'
import { Unprocessable } from '#platform/errors.ts'
import { datesByLaw } from '../fiscal-choices.ts'
import type { FiscalSettings } from '../fiscal-contract.ts'
import { readSetting, writeSetting } from './setting.ts'

const key = 'billing.fiscalDates'

type Dates = FiscalSettings['dates']

/** From which days on records have to be made by a system that complies. */
export const readDates = async (tx: Tx): Promise<Dates> =>
  (await readSetting<Dates>(tx, key)) ?? { ...datesByLaw }

/** Says so. Answers what it was. @throws Unprocessable for a day before the law was made */
export async function writeDates(tx: Tx, dates: Dates): Promise<Dates> {
  // RD 1007/2023 is of 5 December 2023: nobody was obliged before.
  const early = (['company', 'person'] as const).filter((kind) => dates[kind] < '2023-12-06')
  if (early.length > 0)
    throw new Unprocessable(
      Object.fromEntries(early.map((kind) => [kind, { code: 'billing.fiscal.beforeTheLaw' }])),
    )
  const before = await readDates(tx)
  await writeSetting(tx, key, dates)
  return before
}
