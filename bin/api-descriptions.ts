import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { namedShapes } from '../src/http/named-shapes.ts'
import { shapeWords } from '../src/testing/shape-words.ts'

/** Takes what the contracts' docstrings say of shapes and fields into the API's document: `src/http/descriptions.json`. */
const file = join(import.meta.dirname, '../src/http/descriptions.json')
writeFileSync(file, `${JSON.stringify(shapeWords(Object.keys(namedShapes())), null, 2)}\n`)
process.exit()
