import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { portals } from './world/cast.ts'

/** Files that were made to hang, fill or break whoever reads them: small to send, endless or huge to read. */
export interface HostileFile {
  name: string
  /** Where it is uploaded. */
  to: 'events' | 'sheet' | 'orders' | 'picture'
  bytes: () => Uint8Array | Promise<Uint8Array>
}

const portalId = portals.ninoLobo.id
const ways: Record<HostileFile['to'], { path: string; fields: Record<string, string>; name: string }[]> = {
  events: [{ path: `/api/portal/${portalId}/events/import`, fields: { mode: 'check' }, name: 'a.ics' }],
  sheet: [
    { path: '/api/products/file', fields: { mode: 'check' }, name: 'a.xlsx' },
    { path: `/api/portal/${portalId}/stocks/count`, fields: { mode: 'check' }, name: 'a.xlsx' },
    { path: '/api/contacts/import', fields: { mode: 'check' }, name: 'a.csv' },
    { path: `/api/portal/${portalId}/events/import`, fields: { mode: 'check' }, name: 'a.xlsx' },
    { path: `/api/portal/${portalId}/orders/import/reading`, fields: {}, name: 'a.xlsx' },
    {
      path: `/api/portal/${portalId}/orders/import`,
      fields: { mode: 'check', format: 'shopify' },
      name: 'a.xlsx',
    },
  ],
  orders: [
    { path: `/api/portal/${portalId}/orders/import/reading`, fields: {}, name: 'a.csv' },
    {
      path: `/api/portal/${portalId}/orders/import`,
      fields: { mode: 'check', format: 'shopify' },
      name: 'a.csv',
    },
  ],
  picture: [{ path: `/api/portal/${portalId}/file`, fields: { use: 'cover' }, name: 'a.jpg' }],
}

/** Where each kind is uploaded, with what else the call takes. */
export const uploadsOf = (to: HostileFile['to']) => ways[to]

const text = (value: string) => Buffer.from(value)
const megabyte = 1024 * 1024

const calendar = (zone: string, rest = '') =>
  text(
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTIMEZONE\r\nTZID:X\r\n${zone}END:VTIMEZONE\r\n` +
      `BEGIN:VEVENT\r\nSUMMARY:Noche\r\nDTSTART;TZID=X:20261224T200000\r\nEND:VEVENT\r\n${rest}END:VCALENDAR\r\n`,
  )
const zone = (start: string, rule: string) =>
  `BEGIN:STANDARD\r\nDTSTART:${start}\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n${rule}END:STANDARD\r\n`

interface Entry {
  name: string
  packed: Buffer
  size: number
  crc?: number
  /** Sizes in 64-bit records, which a reader of 32-bit ones does not see. */
  wide?: boolean
  /** What the directory says instead of the truth. */
  told?: number
}
const packed = (name: string, content: Buffer, more: Partial<Entry> = {}): Entry => ({
  ...{ name, packed: deflateRawSync(content), size: content.length, crc: crc32(content) },
  ...more,
})

/** An archive as its entries say; `times` names each part's bytes again and again. */
function zip(entries: readonly Entry[], times = 1): Buffer {
  const chunks: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const one of entries) {
    const name = text(one.name)
    const wide = Buffer.alloc(one.wide ? 20 : 0)
    if (one.wide) {
      wide.writeUInt16LE(1, 0)
      wide.writeUInt16LE(16, 2)
      wide.writeBigUInt64LE(BigInt(one.size), 4)
      wide.writeBigUInt64LE(BigInt(one.packed.length), 12)
    }
    const sizes = one.wide ? [0xffffffff, 0xffffffff] : [one.packed.length, one.told ?? one.size]
    const common = Buffer.alloc(26)
    common.writeUInt16LE(one.wide ? 45 : 20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(one.crc ?? 0, 10)
    common.writeUInt32LE(sizes[0] as number, 14)
    common.writeUInt32LE(sizes[1] as number, 18)
    common.writeUInt16LE(name.length, 22)
    common.writeUInt16LE(wide.length, 24)
    chunks.push(Buffer.from('PK\x03\x04', 'latin1'), common, name, wide, one.packed)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    const head = Buffer.from('PK\x01\x02\x2d\x00', 'latin1')
    for (let again = 0; again < times; again++) directory.push(head, common, rest, name, wide)
    at += 30 + name.length + wide.length + one.packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length * times, 8)
  end.writeUInt16LE(entries.length * times, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...chunks, listed, end])
}

const xml = '<?xml version="1.0"?>'
const workbook = (sheet: Entry, ...more: Entry[]) => [
  packed(
    '[Content_Types].xml',
    text(
      `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    ),
  ),
  packed(
    '_rels/.rels',
    text(
      `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
  ),
  packed(
    'xl/workbook.xml',
    text(
      `${xml}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
  ),
  packed(
    'xl/_rels/workbook.xml.rels',
    text(
      `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
  ),
  sheet,
  ...more,
]
const sheetName = 'xl/worksheets/sheet1.xml'
const sheet = (rows: string, before = '') =>
  packed(
    sheetName,
    text(
      `${xml}${before}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
    ),
  )
const cell = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
const entities = `<!DOCTYPE a [<!ENTITY a "${'x'.repeat(10)}">${[...'bcdefghij']
  .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghij'[at]};`.repeat(10)}">`)
  .join('')}]>`

/** A picture whose passes come again and again: each is decoded over the whole of it. */
async function manyPasses(): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: 6000, height: 6000, channels: 3, background: '#e94d00' } })
    .jpeg({ progressive: true })
    .toBuffer()
  const first = jpeg.indexOf(Buffer.from([0xff, 0xda]))
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]))
  const end = jpeg.length - 2
  const again = jpeg.subarray(last, end)
  return Buffer.concat([
    jpeg.subarray(0, first),
    jpeg.subarray(first, end),
    ...Array.from({ length: 400 }, () => again),
    jpeg.subarray(end),
  ])
}

export const hostileFiles: readonly HostileFile[] = [
  {
    name: 'a clock that changes by the second',
    to: 'events',
    bytes: () => calendar(zone('16010101T000000', 'RRULE:FREQ=SECONDLY\r\n')),
  },
  {
    name: 'a clock that changes by the minute',
    to: 'events',
    bytes: () => calendar(zone('00010101T000000', 'RRULE:FREQ=MINUTELY\r\n')),
  },
  {
    name: 'a clock whose yearly rule hides an hourly one',
    to: 'events',
    bytes: () => calendar(zone('16010101T000000', 'RRULE:FREQ=YEARLY\r\nRRULE:FREQ=HOURLY\r\n')),
  },
  {
    name: 'a calendar in a calendar in a calendar',
    to: 'events',
    bytes: () => text(`BEGIN:VCALENDAR\r\n${'BEGIN:X\r\n'.repeat(90_000)}`),
  },
  {
    name: 'a calendar of one endless line',
    to: 'events',
    bytes: () => text(`BEGIN:VCALENDAR\r\nX${';A=B'.repeat(240_000)}`),
  },
  {
    name: 'a workbook that hides its size in 64-bit records',
    to: 'sheet',
    bytes: () => zip(workbook(packed(sheetName, Buffer.alloc(160 * megabyte, 32), { wide: true }))),
  },
  {
    name: 'a workbook that lies about its size',
    to: 'sheet',
    bytes: () => zip(workbook(packed(sheetName, Buffer.alloc(160 * megabyte, 32), { told: 1000 }))),
  },
  {
    name: 'a workbook whose parts are the same bytes again and again',
    to: 'sheet',
    bytes: () => zip([packed('xl/a.xml', Buffer.alloc(24 * megabyte, 32))], 5_000),
  },
  {
    name: 'a workbook with two directories',
    to: 'sheet',
    bytes: () =>
      Buffer.concat([
        zip(workbook(packed(sheetName, Buffer.alloc(80 * megabyte, 32)))),
        zip([packed('a.xml', text('<a/>'))]),
      ]),
  },
  {
    name: 'a workbook with one cell at its far end',
    to: 'sheet',
    bytes: () => zip(workbook(sheet(`<row r="1048576">${cell('XFD1048576', 'x')}</row>`))),
  },
  {
    name: 'a workbook with a cell at the far end of every row',
    to: 'sheet',
    bytes: () => {
      const rows = Array.from(
        { length: 2_000 },
        (_, at) => `<row r="${at + 1}">${cell(`XFD${at + 1}`, 'x')}</row>`,
      )
      return zip(workbook(sheet(rows.join(''))))
    },
  },
  {
    name: 'a workbook of nested elements',
    to: 'sheet',
    bytes: () => zip(workbook(sheet('<a>'.repeat(2_000_000)))),
  },
  {
    name: 'a workbook of entities within entities',
    to: 'sheet',
    bytes: () => zip(workbook(sheet(`<row r="1">${cell('A1', '&j;')}</row>`, entities))),
  },
  {
    name: 'a workbook of one endless cell',
    to: 'sheet',
    bytes: () => zip(workbook(sheet(`<row r="1">${cell('A1', '('.repeat(20 * megabyte))}</row>`))),
  },
  { name: 'half a workbook', to: 'sheet', bytes: () => zip(workbook(sheet(''))).subarray(0, 300) },
  { name: 'a list of brackets', to: 'sheet', bytes: () => text(`${'('.repeat(19_000)}\n1\n`) },
  {
    name: 'a list whose quotes never end',
    to: 'sheet',
    bytes: () => text(`nombre\n"${'a,'.repeat(400_000)}`),
  },
  { name: 'a list of nothing but commas', to: 'sheet', bytes: () => text(','.repeat(800_000)) },
  { name: 'a list in no letters', to: 'sheet', bytes: () => Buffer.alloc(500_000, 0xc3) },
  {
    name: 'orders that unpack to a hundred times as much',
    to: 'orders',
    bytes: () => gzipSync(Buffer.alloc(160 * megabyte, 'a,b\n')),
  },
  {
    name: 'orders with a million columns',
    to: 'orders',
    bytes: () => text(`Name${',a'.repeat(1_000_000)}\n1\n`),
  },
  {
    name: 'orders whose quotes never end',
    to: 'orders',
    bytes: () => text(`Name,Total\n"${'a'.repeat(12 * megabyte)}`),
  },
  {
    name: 'orders of a broken archive',
    to: 'orders',
    bytes: () => gzipSync(Buffer.alloc(megabyte, 'a,b\n')).subarray(0, 500),
  },
  { name: 'a picture of many passes', to: 'picture', bytes: manyPasses },
  {
    name: 'a picture that says it is larger than the world',
    to: 'picture',
    bytes: async () => {
      const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#000' } })
        .png()
        .toBuffer()
      png.writeUInt32BE(0x7fffffff, 16)
      png.writeUInt32BE(0x7fffffff, 20)
      return png
    },
  },
  {
    name: 'half a picture',
    to: 'picture',
    bytes: async () => {
      const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
      const jpeg = await sharp({
        create: { width: 1500, height: 1500, channels: 3, background: '#888', noise },
      })
        .jpeg()
        .toBuffer()
      return jpeg.subarray(0, jpeg.length / 3)
    },
  },
]
