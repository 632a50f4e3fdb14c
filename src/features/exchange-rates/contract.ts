import * as z from 'zod/mini'
import { uploadMegabytes } from '#platform/constants.ts'
import { operation } from '#platform/operation.ts'

const Day = z.iso.date()

/** One day's reference rate of a currency. */
const ExchangeRate = z.object({
  /** ISO 4217. */
  currency: z.string(),
  /** The day that it is of: the asked one, or the last one before it on which rates were published. */
  day: Day,
  /** Units for one euro, as published. */
  perEuro: z.string(),
  /** Euros for one unit, with 12 significant digits. */
  euros: z.string(),
})
export type ExchangeRate = z.infer<typeof ExchangeRate>

export const listExchangeRates = operation({
  method: 'GET',
  path: '/exchange-rates',
  tag: 'exchangeRates',
  summary: 'Euro reference rates of the European Central Bank, which orders of the day are counted at',
  access: { staff: 'products.viewproducts' },
  scope: 'none',
  input: z.object({ day: z.optional(Day) }),
  output: z.object({
    day: Day,
    /** The first and the last day of which rates are known; null without any. */
    from: z.nullable(Day),
    to: z.nullable(Day),
    items: z.array(ExchangeRate),
  }),
})

export const importExchangeRates = operation({
  method: 'POST',
  path: '/exchange-rates/import',
  bodyMegabytes: uploadMegabytes,
  tag: 'exchangeRates',
  summary:
    'Bring in a file of the European Central Bank (eurofxref, XML or CSV), where the program cannot fetch it',
  access: { staff: 'products.manageproducts' },
  scope: 'none',
  input: z.object({ file: z.file() }),
  output: z.object({
    /** Rates of the file, and how many of them were not known, or otherwise. */
    rates: z.number(),
    changed: z.number(),
    from: Day,
    to: Day,
  }),
})
