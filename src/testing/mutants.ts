import { parseSync } from 'vite'
import { sqlPlaces } from './sql-mutants.ts'

/** One way in which a file could be wrong: `variant` stands where the expression from `from` to `to` stood. */
export interface Place {
  file: string
  line: number
  from: number
  to: number
  variant: string
  /** What changes, to be read: `a < b → a <= b`. */
  change: string
  /** Outside functions: evaluated once, when the file is loaded. */
  once: boolean
  /** The expression begins a statement, where a bracket would be taken for a call of the line above. */
  begins: boolean
}

export interface Mutant extends Place {
  id: number
}

interface Node {
  type: string
  start: number
  end: number
  // biome-ignore lint/suspicious/noExplicitAny: the shape hangs on the type, of which there are a hundred
  [key: string]: any
}

const turned: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
}
const otherMethod = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
])
/** Without the call, what it was called on: a list unfiltered, a text untrimmed. */
const dropped = new Set([
  'filter',
  'slice',
  'sort',
  'toSorted',
  'reverse',
  'trim',
  'toLowerCase',
  'toUpperCase',
])
/** Tells the planner how a table looks, or which ways to leave: the answers are the same, perhaps later. */
const isForPlanner = ({ callee, arguments: [first] }: Node) =>
  callee.type === 'MemberExpression' &&
  /^(?:bulk|database)$/.test(callee.object.name) &&
  (/^analyze(?:Kept)?$/.test(callee.property.name) ||
    (callee.property.name === 'query' &&
      /^(?:analyze$|set local (?:enable_|join_collapse_limit ))/.test(first?.value)))
/** The first part of a text that was split is always there: its fallback is for the compiler, with all that stands in it. */
const isSplit = ({ left, operator }: Node) =>
  operator === '??' &&
  left.type === 'MemberExpression' &&
  left.computed &&
  left.property.value === 0 &&
  left.object.type === 'CallExpression' &&
  left.object.arguments.length === 1 &&
  left.object.callee.type === 'MemberExpression' &&
  left.object.callee.property.name === 'split'
/**
 * Of `const [row] = await ….limit(1)` only the first row is looked at, however many come. Where rows are locked, more of
 * them would be.
 */
function firstOnly({ id, init }: Node, text: string): Node | undefined {
  if (id.type !== 'ArrayPattern' || id.elements.length !== 1 || id.elements[0]?.type !== 'Identifier')
    return undefined
  const call = init?.type === 'AwaitExpression' ? init.argument : undefined
  const isLast = call?.type === 'CallExpression' && call.callee.type === 'MemberExpression'
  const [limit] = isLast && call.callee.property.name === 'limit' ? call.arguments : []
  return limit?.value === 1 && !/\.for\(/.test(text) ? limit : undefined
}
/** Of what a comparator answers only the sign counts: its 1 and −1 may as well be 2 and −2. */
function signsOf(node: Node): Node[] {
  if (node.type === 'ParenthesizedExpression') return signsOf(node.expression)
  if (node.type === 'LogicalExpression') return signsOf(node.right)
  if (node.type === 'ConditionalExpression') return [...signsOf(node.consequent), ...signsOf(node.alternate)]
  if (node.type === 'UnaryExpression' && node.operator === '-') return signsOf(node.argument)
  return node.type === 'Literal' && node.value === 1 ? [node] : []
}
const isFunction = /^(?:Arrow)?Function(?:Expression|Declaration)$/
const isText = (node: Node) =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')
const isType = (node: Node) =>
  node.type.startsWith('TS') &&
  !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(node.type)
const isSql = (tag: Node): boolean =>
  (tag.type === 'Identifier' && tag.name === 'sql') ||
  (tag.type === 'TSInstantiationExpression' && isSql(tag.expression))

/** Every way in which the file could be wrong that this knows to make. @throws where the file does not parse. */
export function placesOf(file: string, source: string): Place[] {
  const places: Place[] = []
  const text = (node: Node) => source.slice(node.start, node.end)
  const begun = new Set<number>()
  const same = new Set<Node>()

  function put(node: Node, variant: string, change: string, depth: number) {
    places.push({
      ...{ file, from: node.start, to: node.end, variant, change, once: depth === 0 },
      line: source.slice(0, node.start).split('\n').length,
      begins: begun.has(node.start),
    })
  }

  function sql(node: Node, depth: number) {
    const sets = /\bset\b|\binsert into\b/i.test(text(node))
    for (const quasi of node.quasi.quasis as Node[]) {
      const within = text(quasi)
      for (const { from, to, instead } of sqlPlaces(within, sets)) {
        const [start, end] = [quasi.start + from, quasi.start + to]
        const around = source.slice(Math.max(node.start, start - 30), Math.min(node.end, end + 30))
        const variant = source.slice(node.start, start) + instead + source.slice(end, node.end)
        put(
          node,
          variant,
          `SQL …${around.replace(/\s+/g, ' ')}…: ${within.slice(from, to).trim()} → ${instead.trim() || 'nothing'}`,
          depth,
        )
      }
    }
  }

  function at(node: Node, depth: number, chained: boolean) {
    const [whole, short] = [text(node), text(node).replace(/\s+/g, ' ').slice(0, 90)]
    switch (node.type) {
      case 'VariableDeclarator': {
        const limit = firstOnly(node, whole)
        if (limit) same.add(limit)
        break
      }
      case 'BinaryExpression':
      case 'LogicalExpression': {
        if (isSplit(node)) same.add(node.right)
        if (same.has(node.right)) break
        const [left, right] = [text(node.left), text(node.right)]
        if (node.operator === '??') put(node, left, `${short}: without the fallback`, depth)
        const other = turned[node.operator]
        if (!other || (node.operator === '+' && (isText(node.left) || isText(node.right)))) break
        put(node, `(${left}) ${other} (${right})`, `${short}: ${node.operator} → ${other}`, depth)
        break
      }
      case 'ConditionalExpression':
      case 'IfStatement': {
        const of = text(node.test).replace(/\s+/g, ' ').slice(0, 90)
        put(node.test, 'true', `if ${of}: always`, depth)
        put(node.test, 'false', `if ${of}: never`, depth)
        break
      }
      case 'UnaryExpression':
        if (node.operator === '!') put(node, text(node.argument), `${short}: without !`, depth)
        break
      case 'Literal':
        if (typeof node.value === 'boolean')
          put(node, String(!node.value), `${short} → ${!node.value}`, depth)
        if (typeof node.value === 'number') put(node, `(${whole} + 1)`, `${short} → ${node.value + 1}`, depth)
        break
      case 'TaggedTemplateExpression':
        if (isSql(node.tag)) sql(node, depth)
        break
      case 'CallExpression': {
        const name =
          node.callee.type === 'MemberExpression' && !node.callee.computed && node.callee.property.name
        // Within a?.b.c() brackets would end what the question mark skips.
        if (!name || chained) break
        if (dropped.has(name)) put(node, text(node.callee.object), `${short}: without ${name}()`, depth)
        const [compare] = node.arguments
        if (/^(?:sort|toSorted)$/.test(name) && compare?.type === 'ArrowFunctionExpression')
          for (const sign of signsOf(compare.body)) same.add(sign)
        const other = otherMethod.get(name)
        if (!other) break
        const variant =
          source.slice(node.start, node.callee.property.start) +
          other +
          source.slice(node.callee.property.end, node.end)
        put(node, variant, `${short}: ${name} → ${other}`, depth)
        break
      }
      case 'ExpressionStatement': {
        begun.add(node.start)
        const { expression } = node
        const call = expression.type === 'AwaitExpression' ? expression.argument : expression
        if (call.type === 'CallExpression' && !isForPlanner(call) && !/^(?:log|console)\b/.test(text(call)))
          put(expression, 'undefined', `without ${short}`, depth)
      }
    }
  }

  function walk(node: Node, depth: number, chained: boolean) {
    if (isType(node) || same.has(node) || /^(?:Import|ExportAll)/.test(node.type)) return
    at(node, depth, chained)
    const inside = depth + (isFunction.test(node.type) ? 1 : 0)
    for (const [key, value] of Object.entries(node)) {
      if (key === 'source' || key === 'parent' || (key === 'key' && !node.computed)) continue
      if (node.type === 'AssignmentExpression' && key === 'left') continue
      for (const child of Array.isArray(value) ? value : [value])
        if (child && typeof child === 'object' && typeof child.type === 'string')
          walk(child, inside, node.type === 'ChainExpression' || (chained && !isFunction.test(child.type)))
    }
  }

  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`)
  walk(program as unknown as Node, 0, false)
  return places
}

/**
 * The file with all its mutants, each asleep behind `__mutant(id)`: one reading of the program serves them all.
 */
export function weave(source: string, mutants: readonly Mutant[]): string {
  const within = (from: number, to: number, list: readonly Mutant[], whole: boolean): string => {
    let [woven, at] = ['', from]
    const widestFirst = [...list].sort((a, b) => a.from - b.from || b.to - a.to)
    for (const top of widestFirst) {
      if (top.from < at) continue
      const begins = top.begins && (whole || top.from > from)
      const same = list.filter((one) => one.from === top.from && one.to === top.to)
      const inner = list.filter((one) => one.from >= top.from && one.to <= top.to && !same.includes(one))
      const choices = same.map(({ id, variant }) => `__mutant(${id}) ? (${variant}) : `).join('')
      woven += `${source.slice(at, top.from)}${begins ? 'void ' : ''}(${choices}${within(top.from, top.to, inner, false)})`
      at = top.to
    }
    return woven + source.slice(at, to)
  }
  return `const __mutant: (id: number) => boolean = (id) => globalThis.__mutation?.asked(id) ?? false; ${within(0, source.length, mutants, true)}`
}
