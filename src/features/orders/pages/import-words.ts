import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import type { encodings } from '#platform/constants.ts'
import type { GenericField } from '../choices.ts'

/** Exact decimals in any money, as the reader writes them: «25.00» is 25,00 €. */
export const inCurrency = (amount: string | number, currency: string): string => {
  const [, decimals = ''] = String(amount).split('.')
  const minimumFractionDigits = Math.min(6, Math.max(2, decimals.length))
  return Number(amount).toLocaleString(getLocale(), {
    ...{ style: 'currency', currency, useGrouping: 'always' },
    ...{ minimumFractionDigits, maximumFractionDigits: minimumFractionDigits },
  })
}

/** What a column can stand for, those that are needed first. */
export const fieldWords: Record<GenericField, () => string> = {
  date: m['orders.import.field.date'],
  order: m['orders.import.field.order'],
  name: m['orders.import.field.name'],
  sku: m['orders.import.field.sku'],
  quantity: m['orders.import.field.quantity'],
  unitPrice: m['orders.import.field.unitPrice'],
  total: m['orders.import.field.total'],
  discount: m['orders.import.field.discount'],
  tax: m['orders.import.field.tax'],
  taxRate: m['orders.import.field.taxRate'],
  tip: m['orders.import.field.tip'],
  shipping: m['orders.import.field.shipping'],
  refunded: m['orders.import.field.refunded'],
  currency: m['orders.import.field.currency'],
  status: m['orders.import.field.status'],
  kind: m['orders.import.field.kind'],
  line: m['orders.import.field.line'],
  buyer: m['orders.import.field.buyer'],
  country: m['orders.import.field.country'],
  province: m['orders.import.field.province'],
  city: m['orders.import.field.city'],
  postalCode: m['orders.import.field.postalCode'],
  campaign: m['orders.import.field.campaign'],
  click: m['orders.import.field.click'],
}

/** Fields that most files have; the others are behind «more». */
export const usualFields: readonly GenericField[] = [
  'date',
  'order',
  'name',
  'sku',
  'quantity',
  'unitPrice',
  'total',
  'currency',
]

export const encodingWords: Record<(typeof encodings)[number], string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows (Excel)',
  macintosh: 'Mac OS Roman',
  cp850: 'MS-DOS',
}
export const delimiterWords = {
  ',': m['orders.import.delimiter.comma'],
  ';': m['orders.import.delimiter.semicolon'],
  '\t': m['orders.import.delimiter.tab'],
  '|': m['orders.import.delimiter.bar'],
}

/** Where shops of our customers stand; the file's own zone is kept when it is another. */
export const zones = [
  'Europe/Madrid',
  'Atlantic/Canary',
  'UTC',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'America/Mexico_City',
  'America/Bogota',
  'America/Santiago',
  'America/Argentina/Buenos_Aires',
]
export const currencies = ['EUR', 'USD', 'GBP', 'MXN', 'ARS', 'CLP', 'COP', 'BRL', 'CHF', 'JPY']
