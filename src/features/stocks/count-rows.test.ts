import { describe, expect, test } from 'vitest'
import { people } from '#testing/world/cast.ts'
import { importCount } from './server/import-count.ts'
import { limited, stockRows } from './test-stocks.ts'

/** What a count from a file takes over, and what it leaves alone. */

const { world, run, of, putGood, putVariant, keep } = stockRows()
type Counted = Parameters<typeof importCount>[2][number]
const count = (mode: 'check' | 'all' | 'valid', ...counted: (readonly [sku: string, units?: number])[]) =>
  run((tx) =>
    importCount(
      tx,
      of.portalId,
      counted.map(([sku, units], at): Counted => ({ row: at + 2, sku, units })),
      mode,
      { locale: 'es', personId: people.artist.id },
    ),
  )
const onHand = async () => {
  const found = await world.database.query<{ id: string; n: number }>(
    'select id, on_hand::int as n from stock where portal_id = $1 order by on_hand',
    [of.portalId],
  )
  return Object.fromEntries(found.map(({ id, n }) => [id, n]))
}

test('each variant has its own, and the product without variants too', async () => {
  const shirt = await putGood(of.portalId, 'Camiseta', limited)
  const [small, large] = [
    await putVariant(of.portalId, shirt, { size: 'S', sku: 'S-1' }),
    await putVariant(of.portalId, shirt, { size: 'L', sku: 'L-1' }),
  ]
  const cup = await putGood(of.portalId, 'Taza', { ...limited, sku: 'T-1' })
  await keep({ id: small, productId: shirt, onHand: 3 })
  await keep({ id: large, productId: shirt, onHand: 4 })
  await putGood(of.other, 'Taza', { ...limited, sku: 'T-2' })
  const checked = await count('check', ['S-1', 7], ['L-1', 8], ['T-1', 9])
  expect(checked.rows.map(({ sku, name, before, after }) => [sku, name, before, after])).toEqual([
    ['S-1', 'Camiseta', 3, 7],
    ['L-1', 'Camiseta', 4, 8],
    ['T-1', 'Taza', 0, 9],
  ])
  expect([checked.good, checked.bad, checked.changed]).toEqual([3, 0, 0])
  expect(await onHand()).toEqual({ [small]: 3, [large]: 4 })
  expect(await count('all', ['S-1', 7], ['L-1', 8], ['T-1', 0])).toMatchObject({ good: 3, changed: 3 })
  expect(await onHand()).toEqual({ [small]: 7, [large]: 8, [cup]: 0 })
})

describe('a row', () => {
  const faults = async (...counted: (readonly [string, number?])[]) => {
    const { rows } = await count('check', ...counted)
    return rows.map(({ row, errors }) => [row, ...Object.keys(errors)])
  }

  test('without units was not counted', async () => {
    await putGood(of.portalId, 'Taza', { ...limited, sku: 'T-1' })
    expect(await count('all', ['T-1'], ['NADA'])).toEqual({ rows: [], good: 0, bad: 0, changed: 0 })
  })

  test('is of a SKU of this portal, once, and of whole units', async () => {
    await putGood(of.portalId, 'Taza', { ...limited, sku: 'T-1' })
    await putGood(of.other, 'Taza', { ...limited, sku: 'T-2' })
    expect(await faults(['T-1', 1], ['T-2', 1], ['T-1', 2], ['T-1', Number.NaN])).toEqual([
      [2],
      [3, 'sku'],
      [4, 'sku'],
      [5, 'sku', 'units'],
    ])
  })

  test('that is wrong keeps all from being taken over, or itself alone', async () => {
    const cup = await putGood(of.portalId, 'Taza', { ...limited, sku: 'T-1' })
    expect(await count('all', ['T-1', 5], ['NADA', 1])).toMatchObject({ good: 1, bad: 1, changed: 0 })
    expect(await onHand()).toEqual({})
    expect(await count('valid', ['T-1', 5], ['NADA', 1])).toMatchObject({ good: 1, bad: 1, changed: 1 })
    expect(await onHand()).toEqual({ [cup]: 5 })
  })

  test('is shown first where it is wrong, 200 of them, and of others some', async () => {
    const many = Array.from({ length: 250 }, (_, at) => [`X-${at}`, 1] as const)
    const { rows, bad } = await count('check', ...many)
    expect([rows.length, bad, rows.at(-1)?.row]).toEqual([200, 250, 201])
  })
})
