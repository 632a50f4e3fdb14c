import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'oxc-parser'

/** What is said of a shape, and of its fields by their paths: `portal.name`. */
export interface ShapeWords {
  description: string
  fields: Record<string, string>
}

interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}
interface Source {
  tag: string
  /** Where a name of another file comes from. */
  imported: Map<string, { file: string; name: string }>
  shapes: Map<string, ShapeWords & { bases: string[] }>
}

const root = join(import.meta.dirname, '..')
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const partsOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
const nameOf = (node: unknown) => (node as { name?: string } | undefined)?.name ?? ''

/** A docstring as one paragraph; code that readers of a document cannot follow stays as it is written. */
const plain = (comment: string) =>
  comment
    .replace(/^\*|^\s*\*\s?/gm, '')
    .replace(/\s+/g, ' ')
    .trim()

function readSource(file: string): Source {
  const text = readFileSync(join(root, file), 'utf8')
  const { program, comments } = parseSync(file, text)
  const saidAbove = (start: number) => {
    const comment = comments.findLast(({ end }) => end <= start)
    if (!comment?.value.startsWith('*') || text.slice(comment.end, start).trim() !== '') return ''
    return plain(comment.value)
  }
  const source: Source = {
    tag: /\btag: '(\w+)'/.exec(text)?.[1] ?? '',
    imported: new Map(),
    shapes: new Map(),
  }
  for (const statement of program.body as unknown as Node[]) {
    if (statement.type === 'ImportDeclaration') noteImports(source, file, statement)
    const declared = (statement['declaration'] ?? statement) as Node
    if (declared.type !== 'VariableDeclaration') continue
    for (const { id, init } of declared['declarations'] as { id: Node; init: Node | null }[])
      if (init)
        source.shapes.set(nameOf(id), {
          description: saidAbove(statement.start),
          ...insideOf(init, saidAbove),
        })
  }
  return source
}

function noteImports({ imported }: Source, file: string, statement: Node) {
  const from = String((statement['source'] as unknown as { value: string }).value)
  const path = from.startsWith('#') ? from.slice(1) : relative(root, join(root, dirname(file), from))
  for (const { local, imported: name } of statement['specifiers'] as { local: Node; imported?: Node }[])
    imported.set(nameOf(local), { file: path, name: nameOf(name) || nameOf(local) })
}

/** Fields that something is said of, and the shapes whose fields are taken over. */
function insideOf(init: Node, saidAbove: (start: number) => string) {
  const fields: Record<string, string> = {}
  const bases: string[] = []
  const walk = (node: Node, path: readonly string[]) => {
    if (node.type === 'Property') {
      const inside = [...path, nameOf(node['key'])]
      const said = saidAbove(node.start)
      if (said) fields[inside.join('.')] = said
      return walk(node['value'] as Node, inside)
    }
    // `...plainDraft` and `z.extend(Base, …)`: what they say of their fields holds here too.
    if (node.type === 'SpreadElement' && path.length === 0) bases.push(nameOf(node['argument']))
    if (node.type === 'CallExpression' && path.length === 0)
      bases.push(...(node['arguments'] as Node[]).map(nameOf).filter(Boolean))
    for (const part of partsOf(node)) walk(part, path)
  }
  walk(init, [])
  return { fields, bases: bases.filter(Boolean) }
}

/** The docstrings of shapes and fields, as the sources have them now; by the names that shapes have in the API's document. */
export function shapeWords(names: readonly string[]): Record<string, ShapeWords> {
  const read = new Map<string, Source>()
  const sourceOf = (file: string) => {
    const known = read.get(file) ?? readSource(file)
    read.set(file, known)
    return known
  }
  const fieldsOf = (file: string, name: string, depth = 0): Record<string, string> => {
    const { shapes, imported } = sourceOf(file)
    const shape = shapes.get(name)
    const other = imported.get(name)
    if (depth > 6) return {}
    if (!shape) return other?.file.endsWith('.ts') ? fieldsOf(other.file, other.name, depth + 1) : {}
    return Object.assign({}, ...shape.bases.map((base) => fieldsOf(file, base, depth + 1)), shape.fields)
  }
  const found: Record<string, ShapeWords> = {}
  for (const file of globSync(['features/*/*.ts', 'http/common-shapes.ts'], { cwd: root }).sort()) {
    if (/\.test\.ts$/.test(file)) continue
    const { tag, shapes } = sourceOf(file)
    for (const [shape, { description }] of shapes)
      for (const name of [shape, `${tag.charAt(0).toUpperCase()}${tag.slice(1)}${shape}`])
        if (names.includes(name) && (description || !found[name]))
          found[name] = { description, fields: fieldsOf(file, shape) }
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)))
}
