import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openApiDocument } from '#http/open-api.ts'
import { digestOf, repeatableOf } from './sdk-document.ts'

const inSdk = (name: string) => readFileSync(join(import.meta.dirname, '../../sdk', name), 'utf8')

test('is made from the document as it is: `npm run sdk` brings it up to date', async () => {
  const document = await openApiDocument('https://backline.example')
  expect(inSdk('src/schema.d.ts').split('\n', 1)).toEqual([`// document ${digestOf(document)}`])
  expect(inSdk('src/repeatable.ts')).toBe(repeatableOf(document))
})
