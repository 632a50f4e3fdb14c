import { parse } from 'csv-parse/sync'
import { safeParse } from 'zod/v4/core'
import type { PortalScope } from '#platform/actor.ts'
import type { Locale } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { describeIssue } from '#platform/validation.ts'
import { words } from '#platform/words.ts'
import { type BulkRow, bulkRowsMax, PortalDraft } from '../contract.ts'
import { checkPortal } from './check-portal.ts'
import { createPortal } from './create-portal.ts'
import { lockAddresses } from './lock-addresses.ts'

interface Maker {
  staff: boolean
  portals: readonly PortalScope[]
}
/** `check` makes nothing; `all` makes all rows or none; `valid` leaves out those with errors. */
export type BulkMode = 'check' | 'all' | 'valid'

const refused = (code: string) =>
  new AppError(422, 'invalidInput', { fields: { file: { code, params: { max: bulkRowsMax } } } })

/** Column headings as people write them, in both languages. */
const columns: Record<string, keyof PortalDraft> = {
  name: 'name',
  nombre: 'name',
  code: 'code',
  codigo: 'code',
  customurl: 'customUrl',
  url: 'customUrl',
  direccion: 'customUrl',
  type: 'type',
  tipo: 'type',
  selfinvoice: 'selfInvoice',
  organisationtype: 'organisationType',
}
const plain = (heading: string) =>
  heading
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

/**
 * The rows of a CSV file with a heading, as drafts; comma or semicolon. What cannot be read stays for its row's error.
 * @throws AppError 422 by the field `file`: no CSV, no heading, too many rows.
 */
export function readBulkFile(bytes: Uint8Array): Record<string, unknown>[] {
  let text: string
  try {
    text = new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8', {
      fatal: true,
    }).decode(bytes)
  } catch {
    throw refused('portals.bulkUnreadable')
  }
  if (text.includes('\0')) throw refused('portals.bulkUnreadable')
  let records: Record<string, string>[]
  try {
    records = parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'],
      columns: (headings: string[]) => headings.map((heading) => columns[plain(heading)] ?? false),
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: 10_000,
      to: bulkRowsMax + 1,
    })
  } catch {
    throw refused('portals.bulkUnreadable')
  }
  if (records.length > bulkRowsMax) throw refused('portals.bulkTooMany')
  if (records.length === 0 || !('name' in (records[0] ?? {}))) throw refused('portals.bulkNoHeading')
  return records.map(({ selfInvoice, organisationType, type, ...row }) => ({
    ...row,
    ...(type ? { type } : {}),
    ...(selfInvoice ? { selfInvoice: !/^(no|false|0)$/i.test(selfInvoice) } : {}),
    ...(organisationType ? { organisationType: Number(organisationType) } : {}),
  }))
}

/** Looks at every row, and makes the portals that the mode allows; what is wrong is told row by row. */
export async function bulkPortals(
  tx: Tx,
  maker: Maker,
  drafts: readonly unknown[],
  mode: BulkMode,
  locale: Locale,
): Promise<{ rows: BulkRow[]; created: number }> {
  await lockAddresses(tx)
  const judged: { row: BulkRow; draft: PortalDraft | undefined }[] = []
  const seen = { code: new Set<string>(), customUrl: new Set<string>() }
  for (const [at, given] of drafts.entries()) {
    const { draft, errors } = await judge(tx, given, seen, locale)
    const said = given as Partial<Record<string, unknown>>
    const shown = (name: string) => String(said[name] ?? '').slice(0, 100)
    const row = { name: shown('name'), code: shown('code'), customUrl: shown('customUrl') }
    // The heading is line 1.
    judged.push({ row: { row: at + 2, ...row, errors, portalId: null }, draft })
  }
  const good = judged.filter(({ row }) => Object.keys(row.errors).length === 0)
  if (mode === 'check' || (mode === 'all' && good.length < judged.length))
    return { rows: judged.map(({ row }) => row), created: 0 }
  for (const { row, draft } of good) if (draft) row.portalId = await createPortal(tx, maker, draft)
  return { rows: judged.map(({ row }) => row), created: good.length }
}

async function judge(
  tx: Tx,
  given: unknown,
  seen: { code: Set<string>; customUrl: Set<string> },
  locale: Locale,
): Promise<{ draft?: PortalDraft; errors: Record<string, string> }> {
  const errors: Record<string, string> = {}
  const parsed = safeParse(PortalDraft, given, { reportInput: true })
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const { key, params } = describeIssue(issue)
      errors[String(issue.path[0] ?? 'name')] ??= words(`validation.${key}`, locale, params)
    }
    return { errors }
  }
  const { code, customUrl } = parsed.data
  const answers = await checkPortal(tx, { code, customUrl })
  for (const name of ['code', 'customUrl'] as const) {
    const value = parsed.data[name]
    const reason = answers[name]?.reason ?? (seen[name].has(value) ? `portals.${name}Taken` : undefined)
    if (reason) errors[name] = words(`problem.${reason}`, locale)
    seen[name].add(value)
  }
  return { draft: parsed.data, errors }
}
