import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { minifySync, type Plugin } from 'vite'
import { inBothLanguages } from '../src/platform/in-both-languages.ts'

/** Stands in the built scripts where the page's language goes: nothing else is called so. */
const slot = '__BACKLINE_LOCALE__'
const languages = ['es', 'en'] as const

const runtime = /\/paraglide\/runtime\.js$/
const message = /\/paraglide\/messages\/(?!_index)\w+\.js$/
/** The function that a message's module gives away, after those of each language. */
const chooser = /\nconst (\w+) = [^\n]*\(\(inputs[\s\S]*?\n\}\);?\nexport \{ \1 as "([^"]+)" \}/

/**
 * A message's module with the choice of its language made once, by what will stand in the slot, and not at each call.
 * @throws When the generator writes its modules in another way: then the browser would carry both languages unseen.
 */
export function withSlot(code: string, id: string): string {
  const found = chooser.exec(code)
  if (!found) throw new Error(`${id}: not the shape of a message that bin/build-languages.ts knows`)
  const [whole, name = '', key = ''] = found
  if (inBothLanguages.has(key)) return code
  const chosen = `\nconst ${name} = ${slot} === "en" ? en_${name} : es_${name}\nexport { ${name} as "${key}" }`
  return code.replace(whole, () => chosen)
}

/** A script as readers of one language load it: what stands in the slot is known, and the other language's words go. */
export function inLanguage(code: string, name: string, language: (typeof languages)[number]): string {
  if (!code.includes(slot)) return code
  const { code: made, errors } = minifySync(name, code.replaceAll(slot, JSON.stringify(language)), {
    module: true,
    compress: { target: 'es2022' },
    mangle: false,
  })
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`)
  return made
}

/** Marks in the browser's scripts where the language decides. `splitLanguages` makes two of each of them. */
export function languageSlots(): Plugin {
  return {
    name: 'language-slots',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (runtime.test(id))
        return code.replace('experimentalStaticLocale = undefined', `experimentalStaticLocale = ${slot}`)
      return message.test(id) ? withSlot(code, id) : undefined
    },
  }
}

/**
 * Each script of `folder` for each language, in a folder of its own: they name each other by their place, so a page that
 * starts in one stays there. The language is changed by loading another document.
 */
export function splitLanguages(folder: string): void {
  for (const path of globSync(join(folder, '*.js'))) {
    const code = readFileSync(path, 'utf8')
    for (const language of languages) {
      const target = join(dirname(path), language, basename(path))
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, inLanguage(code, basename(path), language))
    }
    rmSync(path)
  }
}
