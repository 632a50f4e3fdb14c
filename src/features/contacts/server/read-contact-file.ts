import { parse } from 'csv-parse/sync'
import { AppError } from '#platform/errors.ts'
import { importRowsMax } from '../contract.ts'

const bytesMax = 1_000_000
const refused = (code: string) =>
  new AppError(422, 'invalidInput', { fields: { file: { code, params: { max: importRowsMax } } } })

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
const plain = (heading: string) =>
  heading
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

/**
 * The rows of a CSV with a heading: name, e-mail, telephone, organisation, tags, and the day of a consent to news.
 * @throws AppError 422 by the field `file`: too large, no CSV, no heading, too many rows.
 */
export async function readContactFile(file: File): Promise<Record<string, string>[]> {
  if (file.size > bytesMax) throw refused('contacts.fileTooLarge')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = textOf(bytes)
  let records: Record<string, string>[]
  try {
    records = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      columns: (headings: string[]) => headings.map((heading) => columns[plain(heading)] ?? false),
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: 10_000,
      to: importRowsMax + 1,
    })
  } catch {
    throw refused('contacts.fileUnreadable')
  }
  if (records.length > importRowsMax) throw refused('contacts.fileTooMany')
  if (records.length === 0 || !('name' in (records[0] ?? {}))) throw refused('contacts.fileNoHeading')
  return records
}

function textOf(bytes: Uint8Array): string {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  try {
    const text = new TextDecoder(utf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // Said below, like a file with NUL in it.
  }
  throw refused('contacts.fileUnreadable')
}

/** The heading's own: tags in one cell are separated by the others. */
function delimiterOf(text: string): string {
  const heading = text.slice(0, text.search(/\r|\n|$/))
  const count = (character: string) => heading.split(character).length
  return [',', ';', '\t'].sort((a, b) => count(b) - count(a))[0] ?? ','
}
