import { expect, test } from 'vitest'
import { shapeWords } from '#testing/shape-words.ts'
import descriptions from './descriptions.json' with { type: 'json' }
import { namedShapes } from './named-shapes.ts'
import { openApiDocument } from './open-api.ts'

interface Schema {
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
}
const { components } = (await openApiDocument('https://backline.test')) as {
  components: { schemas: Record<string, Schema> }
}

test('what the document says of shapes is what their sources say: `node bin/api-descriptions.ts` brings it up to date', () => {
  expect(shapeWords(Object.keys(namedShapes()))).toEqual(descriptions)
})

test('every shape says what it is', () => {
  const silent = Object.entries(components.schemas).filter(
    ([, { description = '' }]) => description.length < 12,
  )
  expect(silent.map(([name]) => name)).toEqual([])
})

test('fields say what their names do not, those that are taken over and those further inside too', () => {
  const { Product, Order, Member } = components.schemas
  // Of ProductRow, which Product extends.
  expect(Product?.properties?.['supply']?.description).toMatch(/^Of what is made on a blank/)
  expect(Order?.properties?.['updatedAt']?.description).toMatch(/^When something of it/)
  expect(Member?.properties?.['id']?.description).toContain('names the membership')
  expect(Object.values(descriptions).flatMap(({ fields }) => Object.values(fields)).length).toBeGreaterThan(
    250,
  )
})
