import { safeParse } from 'zod/v4/core'
import type { PortalScope } from '#platform/actor.ts'
import type { Locale } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { readSheet, UnreadableSheet } from '#platform/sheet.ts'
import { describeIssue } from '#platform/validation.ts'
import { words } from '#platform/words.ts'
import { type BulkRow, bulkRowsMax } from '../bulk-contract.ts'
import { PortalDraft } from '../contract.ts'
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

const problems = {
  unreadable: 'portals.bulkUnreadable',
  noHeading: 'portals.bulkNoHeading',
  tooMany: 'portals.bulkTooMany',
}

/** A row of a bulk draft with its place in the file. */
export interface BulkDraft {
  row: number
  draft: Record<string, unknown>
}

/**
 * The rows of a CSV or XLSX file with a heading, as drafts. What cannot be read stays for its row's error.
 * @throws AppError 422 by the field `file`: no such file, no heading, too many rows.
 */
export async function readBulkFile(bytes: Uint8Array): Promise<BulkDraft[]> {
  const rows = await readSheet(bytes, bulkRowsMax).catch((error: unknown) => {
    throw error instanceof UnreadableSheet ? refused(problems[error.code]) : error
  })
  const drafts = rows.map(({ row, cells }) => {
    const { selfInvoice, organisationType, type, ...draft } = Object.fromEntries(
      Object.entries(cells).flatMap(([heading, cell]) =>
        columns[heading] ? [[columns[heading], cell]] : [],
      ),
    )
    return {
      row,
      draft: {
        ...draft,
        ...(type ? { type } : {}),
        ...(selfInvoice ? { selfInvoice: !/^(no|false|0)$/i.test(selfInvoice) } : {}),
        ...(organisationType ? { organisationType: Number(organisationType) } : {}),
      },
    }
  })
  if (!drafts.some(({ draft }) => 'name' in draft)) throw refused('portals.bulkNoHeading')
  return drafts
}

/** Looks at every row, and makes the portals that the mode allows; what is wrong is told row by row. */
export async function bulkPortals(
  tx: Tx,
  maker: Maker,
  drafts: readonly BulkDraft[],
  mode: BulkMode,
  locale: Locale,
): Promise<{ rows: BulkRow[]; created: number }> {
  await lockAddresses(tx)
  const judged: { row: BulkRow; draft: PortalDraft | undefined }[] = []
  const seen = { code: new Set<string>(), customUrl: new Set<string>() }
  for (const { row: place, draft: given } of drafts) {
    const { draft, errors } = await judge(tx, given, seen, locale)
    const shown = (name: string) => String(given[name] ?? '').slice(0, 100)
    const row = { name: shown('name'), code: shown('code'), customUrl: shown('customUrl') }
    judged.push({ row: { row: place, ...row, errors, portalId: null }, draft })
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
