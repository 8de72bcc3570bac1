import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Pages of their own; the public ones carry no nonce, so that they are constants with an ETag. */
const entries = ['app', 'auth', 'checkout', 'dev']
const publicPages = ['auth', 'checkout']
const noncePlaceholder = 'NONCE'
const compressible = /\.(js|css|svg|json)$/
const compressedPage = /^(auth|checkout)\.html$/
const smallestWorthwhile = 512
/** What every page loads before anything else: one chunk of it compresses better than ten. The same goes for the groups below. */
const everyPageCarries =
  /\/(web\/(boundary|language)|web\/shell\/public\/(full-page|failure)|web\/ui\/(cx|language|icons\/(drawn|command)|actions\/(button|spinner)|text\/is-apple)|client\/http|locales\/(speaker|en\/ui))\.tsx?$/
/** What the sign-in pages and the checkout share, and forms behind the sign-in with them. */
const formsCarry = /\/web\/ui\/(inputs\/(field|form|text-input|checkbox)|icons\/(check|minus|info|warning)|overlays\/banner)\.tsx?$/
/** What every screen behind the sign-in uses of the design system, and all the words of it. */
const screensCarry =
  /\/(web\/(full-language|shell\/(page-header|theme))|web\/ui\/(actions\/(menu|menu-list|icon-button|shortcut)|overlays\/(modal|tooltip|bubble|place)|text\/key|display\/(card|empty|failure|skeleton)|icons\/(arrow-up|arrow-down|return|up-down|search|bars|dots|person|plus|question|sign-out|box|close|gear|home|hooks|key-shape|people|receipt|right|shield))|locales\/en\/(lists|errors-dashboard))\.tsx?$/
/** What the sign-in pages and the signed-in app know of each other. */
const accountsCarry = /\/(web\/next-page|client\/auth)\.tsx?$/
/** What the sign-in pages and the dashboard's frame share. */
const framesShare = /\/web\/ui\/(actions\/bare-icon-button|text\/brand)\.tsx?$/
/** What shows a password and hides it again; administration draws one of them. */
const eyes = /\/web\/ui\/icons\/(eye|eye-off)\.ts$/
/** What the sign-in pages keep to themselves. */
const signCarries =
  /\/(web\/shell\/public\/(messages|auth-frame)|web\/ui\/(inputs\/password-input)|locales\/en\/(auth|errors-sign-in))\.tsx?$/
/** What the checkout shows before it is filled in, and the dashboard's screens as well. */
const tillCarries = /\/web\/ui\/(text\/(money|avatar|initials)|inputs\/select|icons\/(down|card))\.tsx?$/
/** The dashboard's frame, in which its screens stand. It knows the router, so no page but the app may load it. */
const framesCarry =
  /\/(web\/shell\/(dashboard-frame|frame\/[a-z-]+|organization-switch|organizations|person-menu|nav|nav-icons|sign-out|messages|loaded|not-found|commands)|locales\/en\/dashboard)\.tsx?$/

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('web'),
  base: '/-/',
  appType: 'custom',
  plugins: [lightImports(), react(), tailwind(), withoutLists(), withoutNonce(), precompress()],
  html: { cspNonce: noncePlaceholder },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    manifest: true,
    // Screens are loaded ahead when pointed at; a list of their parts in every import would weigh more than it saves.
    modulePreload: { polyfill: false, resolveDependencies: (_file, parts, { hostType }) => (hostType === 'html' ? parts : []) },
    rolldownOptions: {
      input: Object.fromEntries(entries.map((name) => [name, here(`web/${name}.html`)])),
      // What only declares is cut apart by page: without this an index of icons ties all of them to each page that names one.
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            { name: 'base', test: everyPageCarries, priority: 1, includeDependenciesRecursively: false },
            { name: 'parts', test: screensCarry, priority: 1, includeDependenciesRecursively: false },
            { name: 'frame', test: framesCarry, priority: 1, includeDependenciesRecursively: false },
            { name: 'form', test: formsCarry, priority: 1, includeDependenciesRecursively: false },
            { name: 'marks', test: framesShare, priority: 1, includeDependenciesRecursively: false },
            { name: 'account', test: accountsCarry, priority: 1, includeDependenciesRecursively: false },
            { name: 'eyes', test: eyes, priority: 1, includeDependenciesRecursively: false },
            { name: 'sign', test: signCarries, priority: 1, includeDependenciesRecursively: false },
            { name: 'till', test: tillCarries, priority: 1, includeDependenciesRecursively: false },
          ],
        },
      },
      treeshake: { moduleSideEffects: [{ test: /\/(web\/ui|locales|client)\/.*\.tsx?$/, sideEffects: false }] },
    },
  },
})

/**
 * Imports on demand without Vite's preloading: there is one style sheet, linked by the page, and no list of parts (see `resolveDependencies`), so that
 * nothing is left for its code to do. Should the name of that module change, its code is simply there again.
 */
function lightImports(): Plugin {
  return {
    name: 'guildhall:light-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null),
  }
}

/** Takes the lists of style sheets out of what is imported on demand: the one there is is linked by the page, and nothing reads them (see above). */
function withoutLists(): Plugin {
  return {
    name: 'guildhall:without-lists',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue
          file.code = file.code.replace(/^const __vite__mapDeps=.*\n/m, '').replaceAll(/,__vite__mapDeps\(\[[\d,]*\]\)/g, '')
        }
      },
    },
  }
}

/** Takes the nonce out of the built public pages: their one inline script is allowed by its hash. */
function withoutNonce(): Plugin {
  return {
    name: 'guildhall:without-nonce',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const page of publicPages) {
        const file = bundle[`${page}.html`]
        if (file?.type !== 'asset') continue
        const html = typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source)
        file.source = html.replace(/\s*<meta property="csp-nonce"[^>]*>/, '').replaceAll(` nonce="${noncePlaceholder}"`, '')
      }
    },
  }
}

/** Writes `name.br` and `name.gz` beside each file that a browser asks for, so that the server never compresses at run time. */
function precompress(): Plugin {
  return {
    name: 'guildhall:precompress',
    apply: 'build',
    async closeBundle() {
      const folder = here('dist')
      const names = await readdir(folder, { recursive: true })
      const wanted = names.filter((name) => (name.startsWith('assets') && compressible.test(name)) || compressedPage.test(name))
      for (const name of wanted) await compressFile(join(folder, name))
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const body = await readFile(path)
  if (body.length < smallestWorthwhile) return
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(body, { params: quality }))
  await writeFile(`${path}.gz`, await promisify(gzip)(body, { level: 9 }))
}
