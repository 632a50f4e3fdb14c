import PDFDocument from 'pdfkit'

/** Sheets of paper: A4, one family, hairlines. */

export type Sheet = PDFKit.PDFDocument
export const page = { left: 50, right: 545, width: 495, bottom: 770 } as const
export const ink = '#141816'
export const grey = '#5b615e'
export const hair = '#d9dcda'

/** A new document with its data said for readers and archives. */
export const openSheet = (title: string, author: string): Sheet =>
  new PDFDocument({
    size: 'A4',
    margins: { top: 50, bottom: 50, left: page.left, right: 50 },
    info: { Title: title, Author: author, Creator: 'Backline' },
    bufferPages: true,
  })

export const hairline = (doc: Sheet, y: number, colour = hair, width = 0.7) =>
  doc.moveTo(page.left, y).lineTo(page.right, y).lineWidth(width).strokeColor(colour).stroke()

export interface Cell {
  text: string
  x: number
  width: number
  right?: boolean
  bold?: boolean
  colour?: string
}

/**
 * One row of cells; answers where the next begins, on a new page where this one is full. `head` is drawn on top of each
 * new page and answers where it ends.
 */
export function row(
  doc: Sheet,
  y: number,
  cells: readonly Cell[],
  size = 9.5,
  head: (top: number) => number = (top) => top,
): number {
  const font = (cell: Cell) => doc.font(cell.bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size)
  const height = Math.max(...cells.map((cell) => font(cell).heightOfString(cell.text, { width: cell.width })))
  let top = y
  if (top + height > page.bottom) {
    doc.addPage()
    top = head(50)
  }
  for (const cell of cells)
    font(cell)
      .fillColor(cell.colour ?? ink)
      .text(cell.text, cell.x, top, { width: cell.width, align: cell.right ? 'right' : 'left' })
  return top + height
}

/** The bytes of a finished document, with «1 / 2» at the foot of every page. */
export async function closeSheet(doc: Sheet, foot: string): Promise<Buffer> {
  const { count } = doc.bufferedPageRange()
  for (let at = 0; at < count; at++) {
    doc.switchToPage(at)
    // Below the margin, where text would otherwise begin a page of its own.
    doc.page.margins.bottom = 0
    doc.font('Helvetica').fontSize(8).fillColor(grey)
    doc.text(foot, page.left, 800, { width: 420, lineBreak: false })
    doc.text(`${at + 1} / ${count}`, page.right - 60, 800, { width: 60, align: 'right', lineBreak: false })
  }
  const parts: Buffer[] = []
  return new Promise((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
    doc.end()
  })
}

/** The standard letters of PDF know neither the real minus nor the narrow space. */
export const printable = (text: string) => text.replaceAll('\u2212', '-').replaceAll(/[\u00a0\u202f]/g, ' ')
