// The messages in the scripts of a page. `#messages/auth.ts` is typed as the English file; a build for a language contains the file of
// that language instead, and the development server contains all of them and selects by `<html lang>`.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { buyerLanguages } from '../../server/kernel/language/languages.ts'
import { PSEUDO_LANGUAGE, pseudoMessages } from './pseudo-language.ts'

const PREFIX = '#messages/'
const LOCALES = fileURLToPath(new URL('../../locales/', import.meta.url))
/** The ids of modules that the development server generates. */
const GENERATED = '\0messages:'

/** Builds the scripts and pages of one language: `dist/<language>/<page>.html`; the scripts of all languages are in one folder. */
export function messagesOf(language: string): Plugin {
  const folder = language === PSEUDO_LANGUAGE ? 'en' : language
  return {
    name: 'guildhall:messages',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source.startsWith(PREFIX) ? `${LOCALES}${folder}/${source.slice(PREFIX.length)}` : null),
    load: (id) => (language === PSEUDO_LANGUAGE && id.startsWith(`${LOCALES}en/`) ? pseudoModule(id) : null),
    transformIndexHtml: (html) => html.replace('<html lang="en">', `<html lang="${language}">`),
  }
}

/** Moves the built pages into the folder of the language; the plugins before it expect them at their own place. */
export function pagesOf(language: string): Plugin {
  return {
    name: 'guildhall:pages-of-language',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'asset' && /^[a-z]+\.html$/.test(file.fileName)) file.fileName = `${language}/${file.fileName}`
      },
    },
  }
}

/** Lets the development server serve every language. */
export function everyLanguage(): Plugin {
  return {
    name: 'guildhall:every-language',
    apply: 'serve',
    enforce: 'pre',
    resolveId: (source) => (source.startsWith(PREFIX) ? `${GENERATED}${source.slice(PREFIX.length)}` : null),
    load: (id) => {
      if (!id.startsWith(GENERATED)) return null
      const file = id.slice(GENERATED.length)
      const names = [...readFileSync(`${LOCALES}en/${file}`, 'utf8').matchAll(/^export const (\w+)/gm)].map(([, name]) => name)
      const present = buyerLanguages.filter((language) => existsSync(`${LOCALES}${language}/${file}`))
      return [
        ...present.map((language) => `import * as ${language} from ${JSON.stringify(`${LOCALES}${language}/${file}`)}`),
        `const messages = { ${present.join(', ')} }[document.documentElement.lang] ?? en`,
        ...names.map((name) => `export const ${name} = messages.${name}`),
      ].join('\n')
    },
  }
}

async function pseudoModule(file: string): Promise<string> {
  const exported = (await import(pathToFileURL(file).href)) as Readonly<Record<string, object>>
  return Object.entries(exported)
    .map(([name, tree]) => `export const ${name} = ${JSON.stringify(pseudoMessages(tree))}`)
    .join('\n')
}
