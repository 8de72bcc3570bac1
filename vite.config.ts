import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type InlineConfig, type Plugin } from 'vite'
import { sharedChunk } from './scripts/web/chunks.ts'
import { namesEarlyImports } from './scripts/web/early-imports.ts'
import { embedScript } from './scripts/web/embed-script.ts'
import { lucideIcons } from './scripts/web/icons.ts'
import { everyLanguage, messagesOf, pagesOf } from './scripts/web/messages.ts'
import { buyerLanguages, DEFAULT_LANGUAGE, isBuyerLanguage, isOffered } from './server/kernel/language/languages.ts'
import { buildingFolder, publishBuild, sourcesId } from './server/platform/http/pages/web-build.ts'

/**
 * Entry points, one per page, by build. The checkout and the portal are builds of their own: they share no script with the other pages, so
 * that their scripts contain only what a buyer or a customer needs.
 */
const entries = { web: ['app', 'auth', 'dev'], checkout: ['checkout'], portal: ['portal'] } as const
type BuildName = keyof typeof entries
/** The public pages have no nonce, so that they are constants with an ETag. */
const publicPages = ['auth', 'checkout', 'portal']
const noncePlaceholder = 'NONCE'
const compressible = /\.(js|css|svg|json)$/
const compressedPage = /\/(auth|checkout|portal)\.html$|^embed\.js$/
const COMPRESS_MIN_BYTES = 512
const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const root = resolvePath('.')
const buildId = sourcesId(root) ?? ''
/** It gets its place in `dist` when it is complete: a server that starts meanwhile never reads half a build. */
const building = buildingFolder(root, buildId)

const reactGroup = { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 }
/** How the modules of each build are grouped into scripts. */
const scriptGroups = {
  web: [
    reactGroup,
    { name: 'vendor', test: /node_modules\/(@tanstack|use-sync-external-store)\//, priority: 2 },
    { name: sharedChunk(), priority: 1, includeDependenciesRecursively: false },
  ],
  // What the page shares with the scripts that it loads later: one file in place of one for each set of them.
  checkout: [
    reactGroup,
    {
      name: 'base',
      test: /\/web\/(language\.ts|ui\/(cx|language|icons\/icon)\.tsx?)$|\/locales\/(translator|tag|[\w-]+\/ui)\.ts$/,
      priority: 1,
    },
  ],
  portal: [reactGroup],
}

/**
 * The builds of one language: `<folder>/<language>/<page>.html` and a manifest each; all assets are in `<folder>/assets`. A language that only
 * buyers have has no pages of users.
 */
export const configsOf = (language: string, folder = building, names = buildsOf(language)): InlineConfig[] =>
  names.map((name) => configOf(name, language, folder))

const buildsOf = (language: string): readonly BuildName[] =>
  isBuyerLanguage(language) && !isOffered(language) ? ['checkout', 'portal'] : ['web', 'checkout', 'portal']

const configOf = (name: BuildName, language: string, folder: string): InlineConfig => ({
  root: resolvePath('web'),
  base: '/-/',
  appType: 'custom',
  plugins: [
    everyLanguage(),
    messagesOf(language),
    withoutPreloadHelper(),
    lucideIcons(),
    react(),
    tailwind(),
    withoutPreloadLists(),
    namesEarlyImports(),
    withoutNonce(),
    pagesOf(language),
    ...(name === 'checkout' ? [embedScript()] : []),
    precompress(folder),
  ],
  html: { cspNonce: noncePlaceholder },
  build: {
    outDir: folder,
    emptyOutDir: name === 'web' && language === DEFAULT_LANGUAGE,
    target: 'es2023',
    assetsInlineLimit: 0,
    manifest: `${language}/${name}.manifest.json`,
    // Each screen names its chunks itself (see `namesEarlyImports`); a list of them in every import would cost more than it saves.
    modulePreload: { polyfill: false, resolveDependencies: (_file, chunks, { hostType }) => (hostType === 'html' ? chunks : []) },
    rolldownOptions: {
      input: Object.fromEntries(entries[name].map((page) => [page, resolvePath(`web/${page}.html`)])),
      // Modules without side effects are split by page: otherwise an index of icons would add all icons to each page that uses one.
      output: {
        codeSplitting: { groups: scriptGroups[name] },
      },
      treeshake: { moduleSideEffects: [{ test: /\/(web\/ui|locales|client|server\/(kernel|contract))\/.*\.tsx?$/, sideEffects: false }] },
    },
  },
})

/** Every language is a build of its own, so that a page contains the messages of its language alone, each with the code that uses it. */
const [firstConfig, ...furtherConfigs] = buyerLanguages.flatMap((language) => configsOf(language))

export default defineConfig({
  ...firstConfig,
  builder: {
    buildApp: async ({ build: buildEnvironment, environments: { client } }) => {
      if (client) await buildEnvironment(client)
      for (const config of furtherConfigs) await build({ configFile: false, ...config })
      await publishBuild(root, { id: buildId, folder: building })
    },
  },
})

/**
 * Removes Vite's preload helper from dynamic imports: there is one style sheet, linked by the page, and no list of chunks (see
 * `resolveDependencies`), so the helper has nothing to do. If Vite renames that module, the helper is included again.
 */
function withoutPreloadHelper(): Plugin {
  return {
    name: 'guildhall:without-preload-helper',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null),
  }
}

/** Removes the lists of style sheets from dynamic imports: the page links the only one, and nothing reads the lists (see above). */
function withoutPreloadLists(): Plugin {
  return {
    name: 'guildhall:without-preload-lists',
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

/** Removes the nonce from the built public pages: their only inline script is allowed by its hash. */
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

/** Writes `name.br` and `name.gz` for each file that a browser requests, so that the server never compresses at run time. */
function precompress(folder: string): Plugin {
  return {
    name: 'guildhall:precompress',
    apply: 'build',
    async closeBundle(failure) {
      // There is nothing to compress where the build failed, and a second error would hide the first.
      if (failure) return
      const names = await readdir(folder, { recursive: true })
      const compressed = names.filter((name) => (name.startsWith('assets') && compressible.test(name)) || compressedPage.test(name))
      for (const name of compressed) if (!names.includes(`${name}.br`)) await compressFile(join(folder, name))
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const body = await readFile(path)
  if (body.length < COMPRESS_MIN_BYTES) return
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(body, { params: quality }))
  await writeFile(`${path}.gz`, await promisify(gzip)(body, { level: 9 }))
}
