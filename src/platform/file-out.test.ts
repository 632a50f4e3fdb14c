import { globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { wholeFileOut } from './file-out.ts'
import { sheetFile } from './sheet-out.ts'

/** Batches of a thousand lines, and how many lines were asked for. */
function lines(batches: number, onBatch: (pulled: number) => void = () => {}) {
  const counted = { pulled: 0 }
  async function* made() {
    for (let at = 0; at < batches; at++) {
      counted.pulled += 1_000
      onBatch(counted.pulled)
      yield Array.from({ length: 1_000 }, (_, n) => [`${at}-${n}`, n])
    }
  }
  return { counted, made: made() }
}
const call = (signal?: AbortSignal) => ({ headers: new Headers(), signal, locale: 'es' as const })
const leftOver = () => globSync(`${tmpdir()}/backline-????????-*`)

test.each(['csv', 'xlsx'] as const)(
  '%s: whoever leaves is asked for no more rows, and nothing stays behind',
  async (as) => {
    const before = leftOver()
    const gone = new AbortController()
    const { counted, made } = lines(100, (pulled) => {
      if (pulled === 5_000) gone.abort()
    })
    const asked = sheetFile(call(gone.signal), { name: 'a', as, heading: ['a', 'b'], lines: made })
    await expect(asked).rejects.toThrow(/abort/i)
    // What was under way when they left, and not the other ninety thousand.
    expect(counted.pulled).toBeLessThanOrEqual(10_000)
    expect(leftOver()).toEqual(before)
  },
)

test('a name that a header cannot hold stands beside one that it can', async () => {
  const asked = call()
  const file = await wholeFileOut(asked, {
    name: 'Factura nº 7 – Ñandú.pdf',
    type: 'application/pdf',
    content: 'x',
  })
  expect(await new Response(file).text()).toBe('x')
  expect(asked.headers.get('content-disposition')).toBe(
    `attachment; filename="Factura n- 7 - Nandu.pdf"; filename*=UTF-8''Factura%20n%C2%BA%207%20%E2%80%93%20%C3%91and%C3%BA.pdf`,
  )
})

test.each([
  ['036.pdf', '036.pdf'],
  ['036.PDF', '036.PDF'],
  ['aviso.html', 'aviso.html.pdf'],
  ['factura.pdf.bat', 'factura.pdf.bat.pdf'],
  ['aviso', 'aviso.pdf'],
])(
  'a PDF that somebody called «%s» leaves as «%s», whatever else its bytes could be read as',
  async (name, as) => {
    const headers = new Headers()
    await wholeFileOut({ headers }, { name, type: 'application/pdf', content: '%PDF-1.7' })
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${as}"`)
  },
)
