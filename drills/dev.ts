import type { Page } from 'playwright-core'
import { openBrowser, openVisitor, type Visitor } from '../e2e/browser.ts'
import { DevCopy } from './dev-copy.ts'
import type { DrillLine } from './drill.ts'
import { sleep } from './processes.ts'

const firstPageMs = 10_000
const editMs = 500
const serverMs = 2_000
const patienceMs = 60_000

/** What whoever changes the program waits for: its start, an edit of a page, an edit of the server. */
export async function run(): Promise<DrillLine[]> {
  const copy = new DevCopy()
  const browser = await openBrowser()
  const lines: DrillLine[] = []
  try {
    lines.push(await firstPage(copy, 'with the demo world made', undefined))
    await copy.end()
    copy.forget()
    lines.push(await firstPage(copy, 'nothing compiled, the data there', firstPageMs))
    await copy.end()
    lines.push(await firstPage(copy, 'on another day', firstPageMs))
    const look = { locale: 'es', scheme: 'light', width: 1440 } as const
    const visitor = await openVisitor(browser, copy.origin, look, 'super')
    // What is slow is a line of the report.
    visitor.context.setDefaultTimeout(patienceMs)
    lines.push(...(await editsOfPages(copy, visitor)), ...(await editsOfServer(copy)))
    await visitor.context.close()
    return lines
  } finally {
    await browser.close()
    await copy.end()
    copy.remove()
  }
}

/** Until a click works on the page that a start's first request asks for. */
async function firstPage(copy: DevCopy, how: string, limit: number | undefined): Promise<DrillLine> {
  const began = performance.now()
  await copy.begin()
  await copy.ready()
  const ready = performance.now() - began
  const page = await (await openBrowser()).newPage()
  await page.goto(`${copy.origin}/login`, { timeout: 180_000 })
  await page.waitForFunction(
    () => Object.keys(document.querySelector('form') ?? {}).some((key) => key.startsWith('__reactProps')),
    undefined,
    { timeout: 180_000 },
  )
  const ms = performance.now() - began
  await page.context().close()
  return {
    promise: `npm run dev, ${how}: the first page can be used`,
    figure: limit ? `within ${limit / 1_000} s` : 'how long it takes',
    result: `${seconds(ms)} (ready after ${seconds(ready)})`,
    ok: limit === undefined || ms <= limit,
  }
}

const form = 'src/features/contacts/pages/contact-form.tsx'
/** What is edited while a form is being filled in: the form itself, what it is made of, what stands around it. */
const edits: { what: string; path: string; from: string; to: (mark: string) => string }[] = [
  {
    what: 'a form',
    path: form,
    from: '      <FieldRow>',
    to: (mark) => `      <p>${mark}</p>\n      <FieldRow>`,
  },
  {
    what: 'its page',
    path: 'src/features/contacts/pages/contact-page.tsx',
    from: 'title={nameOf}',
    to: (mark) => `title={(one) => \`\${nameOf(one)} ${mark}\`}`,
  },
  {
    what: 'the kit: a frame',
    path: 'src/ui/form-page.tsx',
    from: '<div className={classes.fields}>',
    to: (mark) => `<div className={classes.fields}><p>${mark}</p>`,
  },
  {
    what: 'the kit: a field',
    path: 'src/ui/field.tsx',
    from: '<div className={classes.top}>',
    to: (mark) => `<div className={classes.top}><i>${mark}</i>`,
  },
  {
    what: 'the page around it',
    path: 'src/ui/page.tsx',
    from: '<h1>{title}</h1>',
    to: (mark) => `<h1>{title}</h1><p>${mark}</p>`,
  },
  {
    what: 'what is beside it',
    path: 'src/features/contacts/pages/contact-notes.tsx',
    from: '<FormSection title={',
    to: (mark) => `<FormSection title={'${mark} ' + `,
  },
]

async function editsOfPages(copy: DevCopy, { page, open }: Visitor): Promise<DrillLine[]> {
  const { items } = (await (await page.request.get('/api/contacts')).json()) as { items: { id: string }[] }
  await open(`/users/${items[0]?.id}`)
  const typed = `Escrito y no guardado ${Date.now()}`
  const field = page.locator('main form input[type="tel"]').first()
  const seen: { what: string; ms: number; kept: boolean }[] = []
  for (const [at, { what, path, from, to }] of edits.entries()) {
    const mark = `edited${at}`
    await field.fill(typed)
    const ms = await until(page, () => copy.edit(path, from, to(mark)), mark)
    seen.push({ what, ms, kept: (await field.inputValue()) === typed })
  }
  const style = await styleSeen(page, () =>
    copy.edit('src/ui/page.module.css', '.head {', '.head {\n  outline: 3px solid rgb(1, 2, 3);'),
  )
  seen.push({ what: 'a style', ms: style, kept: (await field.inputValue()) === typed })
  return seen.map(({ what, ms, kept }) => ({
    promise: `an edit of ${what} is seen, and what was typed stays`,
    figure: `within ${editMs} ms`,
    result: `${Number.isFinite(ms) ? `${Math.round(ms)} ms` : 'NOT SEEN'}, ${kept ? 'typed text stays' : 'TYPED TEXT LOST'}`,
    ok: ms <= editMs && kept,
  }))
}

/** Milliseconds from the edit until its mark stands on the page. */
async function until(page: Page, edit: () => void, mark: string): Promise<number> {
  const stands = page.waitForFunction((text) => document.body.innerText.includes(text), mark, {
    polling: 'raf',
    timeout: patienceMs,
  })
  return sinceEdit(edit, stands)
}

const styleSeen = (page: Page, edit: () => void) =>
  sinceEdit(
    edit,
    page.waitForFunction(
      () =>
        getComputedStyle(document.querySelector('main header') ?? document.body).outlineColor ===
        'rgb(1, 2, 3)',
      undefined,
      { polling: 'raf', timeout: patienceMs },
    ),
  )

async function sinceEdit(edit: () => void, stands: Promise<unknown>): Promise<number> {
  // Asked before the edit, so that nothing but the edit is waited for.
  await sleep(300)
  const began = performance.now()
  edit()
  return stands.then(
    () => performance.now() - began,
    () => Number.POSITIVE_INFINITY,
  )
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

/** Files of the server, from one that a single verb reads to one that everything reads. */
const serverEdits: {
  what: string
  path: string
  from: string
  to: string
  ask: string
  says: string
  fans?: true
}[] = [
  {
    what: 'a verb',
    path: 'src/features/app/server/operations.ts',
    from: "services.buildId ?? 'development'",
    to: "'edited-once'",
    ask: '/api/app/build',
    says: 'edited-once',
  },
  {
    what: 'the same verb again',
    path: 'src/features/app/server/operations.ts',
    from: "'edited-once'",
    to: "'edited-twice'",
    ask: '/api/app/build',
    says: 'edited-twice',
  },
  {
    what: 'what everything reads',
    path: 'src/platform/errors.ts',
    from: "super(404, 'notFound')",
    to: "super(404, 'notFound', { headers: { 'x-edited': 'everything' } })",
    ask: '/api/contacts/00000000-0000-4000-8000-000000000000',
    says: 'everything',
  },
  {
    what: 'the style of fans’ pages',
    path: 'src/portal-site/designs/base.css',
    from: 'html {',
    to: '.edited-style {\n  color: red;\n}\nhtml {',
    ask: '/nino-lobo',
    says: '.edited-style{',
    fans: true,
  },
]

async function editsOfServer(copy: DevCopy): Promise<DrillLine[]> {
  const cookie = await copy.cookie()
  const lines: DrillLine[] = []
  for (const { what, path, from, to, ask, says, fans } of serverEdits) {
    const origin = fans ? copy.fans : copy.origin
    await sleep(500)
    const began = performance.now()
    copy.edit(path, from, to)
    let asked = 0
    let refused = 0
    let ms = Number.POSITIVE_INFINITY
    while (performance.now() - began < patienceMs) {
      asked++
      const answer = await fetch(origin + ask, { headers: { cookie } }).catch(() => undefined)
      if (!answer || answer.status >= 500) refused++
      else if ((await answer.text()).includes(says) || answer.headers.get('x-edited') === says) {
        ms = performance.now() - began
        break
      }
      await sleep(20)
    }
    lines.push({
      promise: `an edit of ${what} answers, and whoever asks meanwhile waits`,
      figure: `within ${serverMs / 1_000} s, none refused`,
      result: `${Number.isFinite(ms) ? seconds(ms) : 'NEVER'}, ${refused} of ${asked} refused`,
      ok: ms <= serverMs && refused === 0,
    })
  }
  return lines
}
