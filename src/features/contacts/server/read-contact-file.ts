import { Unprocessable } from '#platform/errors.ts'
import { readSheet, UnreadableSheet } from '#platform/sheet.ts'
import { importRowsMax } from '../transfer-contract.ts'

const bytesMax = 1_000_000
const refused = (code: string) => new Unprocessable({ file: { code, params: { max: importRowsMax } } })

/** Column headings as people write them, in both languages. */
const columns: Record<string, string> = {
  name: 'name',
  nombre: 'name',
  email: 'email',
  correo: 'email',
  correoelectronico: 'email',
  phone: 'phone',
  telefono: 'phone',
  movil: 'phone',
  organisation: 'organisation',
  organization: 'organisation',
  organizacion: 'organisation',
  empresa: 'organisation',
  tags: 'tags',
  etiquetas: 'tags',
  newsconsent: 'newsConsent',
  consentimiento: 'newsConsent',
  consentimientonoticias: 'newsConsent',
}

export interface ContactRecord {
  row: number
  cells: Record<string, string>
}

/**
 * The rows of a CSV or XLSX with a heading: name, e-mail, telephone, organisation, tags, and the day of a consent to news.
 * @throws Unprocessable by the field `file`: too large, no CSV, no heading, too many rows.
 */
export async function readContactFile(file: File): Promise<ContactRecord[]> {
  if (file.size > bytesMax) throw refused('contacts.fileTooLarge')
  try {
    const rows = await readSheet(new Uint8Array(await file.arrayBuffer()), importRowsMax)
    const records = rows.map(({ row, cells }) => ({
      row,
      cells: Object.fromEntries(
        Object.entries(cells).flatMap(([heading, cell]) =>
          columns[heading] ? [[columns[heading], cell]] : [],
        ),
      ),
    }))
    if (!records.some(({ cells }) => 'name' in cells)) throw new UnreadableSheet('noHeading')
    return records
  } catch (error) {
    if (!(error instanceof UnreadableSheet)) throw error
    const code = { unreadable: 'fileUnreadable', noHeading: 'fileNoHeading', tooMany: 'fileTooMany' }[
      error.code
    ]
    throw refused(`contacts.${code}`)
  }
}
