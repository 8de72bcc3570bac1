// Checks the size of each page's scripts before its first use, preloaded scripts included, as gzip and brotli, in every language.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { isOffered } from '#kernel/language/languages.ts'
import { currentBuild } from '#platform/http/pages/web-build.ts'

interface Entry {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly isEntry?: boolean
  readonly isDynamicEntry?: boolean
}

/** Limits in kB (1000 bytes) of gzip and brotli. A missing entry is a failure: a renamed page would go unchecked. */
const budgets: Readonly<Record<string, readonly [gzip: number, brotli: number]>> = {
  'auth.html': [80.3, 70],
  'app.html': [124, 109],
}
/** Of the checkout, which is a build of its own. The sentences of other languages are longer, and a Cyrillic character takes two bytes. */
const checkoutBudgets: typeof budgets = { 'checkout.html': [82.5, 72] }
const furtherCheckoutBudgets: typeof budgets = { 'checkout.html': [83.4, 72.6] }
/** Of the portal, which is one too: shell and sign-in, and the first screen of a customer. */
const portalBudgets: typeof budgets = { 'portal.html': [85, 74] }
const portalScreens: typeof budgets = { 'portal/overview/overview.tsx': [110, 97] }
/** The limit of the dashboard's first screen with shell and frame; for the value see docs/decisions/0013. */
const firstScreens: Readonly<Record<string, readonly [gzip: number, brotli: number]>> = { 'dashboard/overview/overview.tsx': [132, 117] }
/** The limits of any other screen: of its own scripts, and with the shared chunks (lists, menus, forms) that are loaded once. */
const furtherRoute = [15, 13] as const
const withSharedChunks = [84, 76] as const
const palette = [25, 22] as const
/** The limit of the script that other sites load to open the embedded checkout. */
const embedScript = [3, 2.7] as const

const CHECKOUT = '/checkout.manifest.json'
const PORTAL = '/portal.manifest.json'
const folder = currentBuild(process.cwd())?.folder
if (folder === undefined) {
  console.error('There is no build to measure: run `npm run build` first.')
  process.exit(1)
}
let manifest: Readonly<Record<string, Entry>>

/** The scripts that an entry loads before it runs. */
function scriptsOf(key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const imported of manifest[key]?.imports ?? []) scriptsOf(imported, seen)
  return seen
}
const filesOf = (key: string) => [...scriptsOf(key)].flatMap((each) => manifest[each]?.file ?? []).filter((file) => file.endsWith('.js'))

const measured = new Map<string, readonly [gzip: number, brotli: number]>()

/** The bytes of a file as it is sent: the build has compressed all but the smallest, and screens share most files. */
function bytesOf(file: string): readonly [gzip: number, brotli: number] {
  const path = `${folder}/${file}`
  const compressed = (name: string, compress: (body: Buffer) => Buffer) =>
    existsSync(`${path}.${name}`) ? statSync(`${path}.${name}`).size : compress(readFileSync(path)).length
  const known = measured.get(file)
  const bytes =
    known ?? ([compressed('gz', (body) => gzipSync(body, { level: 9 })), compressed('br', (body) => brotliCompressSync(body))] as const)
  measured.set(file, bytes)
  return bytes
}

function sizeOf(files: Iterable<string>): readonly [gzip: number, brotli: number] {
  const all = [...new Set(files)].map(bytesOf)
  const sum = (at: 0 | 1) => all.reduce((total, each) => total + each[at], 0) / 1000
  return [sum(0), sum(1)]
}

/** The modules that public pages load later, apart from what only their own folders contain. */
const publicLazy = /^(auth|ui)\/|^shell\/impersonation\/banner/

/** Whether an entry, or what a public page loads later, loads the script of another entry, which would run it. */
function foreignEntries(): string[] {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  const lazy = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry && publicLazy.test(key))
  const foreignOf = (key: string) => [...scriptsOf(key)].filter((script) => script !== key && entries.includes(script))
  return [
    ...entries.map((entry) => [entry, foreignOf(entry)] as const),
    ...lazy.map((key) => [key, foreignOf(key).filter((script) => script === 'app.html')] as const),
  ].flatMap(([key, foreign]) => (foreign.length > 0 ? [`${key} would run ${foreign}: a module that they share is in its script.`] : []))
}

interface Row {
  readonly key: string
  readonly limit: readonly [gzip: number, brotli: number]
  readonly size: readonly [gzip: number, brotli: number] | undefined
}

const measurePages = (limits: typeof budgets): Row[] =>
  Object.entries(limits).map(([key, limit]) => ({ key, limit, size: manifest[key] ? sizeOf(filesOf(key)) : undefined }))

/** The portal: its shell, its first screen with the shell, and each further screen without it. */
function measurePortal(): Row[] {
  const shell = new Set(filesOf('portal.html'))
  const screens = Object.keys(manifest).filter(
    (key) => manifest[key]?.isDynamicEntry && key.startsWith('portal/') && !(key in portalScreens),
  )
  return [
    ...measurePages(portalBudgets),
    ...Object.entries(portalScreens).map(([key, limit]) => ({
      key,
      limit,
      size: manifest[key] ? sizeOf([...shell, ...filesOf(key)]) : undefined,
    })),
    ...screens.map((key) => ({ key: `+ ${key}`, limit: withSharedChunks, size: sizeOf(filesOf(key).filter((file) => !shell.has(file))) })),
  ]
}

function measure(): Row[] {
  const shell = new Set(filesOf('app.html'))
  const screens = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry && !key.startsWith('_'))
  const frame = Object.keys(manifest).find((key) => manifest[key]?.name === 'dashboard-frame')
  const framed = new Set([...shell, ...(frame === undefined ? [] : filesOf(frame))])
  /** Whether no other screen loads the file. */
  const isOnlyOf = (key: string, file: string) => !screens.some((other) => other !== key && filesOf(other).includes(file))
  const beyondShell = (key: string) => filesOf(key).filter((file) => !framed.has(file))
  return [
    ...measurePages(budgets),
    ...Object.entries(firstScreens).map(([key, limit]) => ({
      key,
      limit,
      size: manifest[key] ? sizeOf([...framed, ...filesOf(key)]) : undefined,
    })),
    ...screens
      .filter((key) => firstScreens[key] === undefined)
      .flatMap((key) => [
        {
          key: `+ ${key}`,
          limit: key.includes('/palette/') ? palette : furtherRoute,
          size: sizeOf(beyondShell(key).filter((file) => isOnlyOf(key, file))),
        },
        { key: '  with shared chunks', limit: withSharedChunks, size: sizeOf(beyondShell(key)) },
      ]),
  ]
}

const rowsOf = (path: string, language: string): Row[] =>
  path.endsWith(CHECKOUT)
    ? measurePages(isOffered(language) ? checkoutBudgets : furtherCheckoutBudgets)
    : path.endsWith(PORTAL)
      ? measurePortal()
      : measure()

/** Prints the rows of one build of a language: all in English, in other languages those that are over their limit. */
function check(path: string): boolean {
  manifest = JSON.parse(readFileSync(path, 'utf8')) as typeof manifest
  const language = basename(dirname(path))
  let failed = false
  for (const fault of foreignEntries()) {
    failed = true
    console.log(fault)
  }
  for (const { key, limit, size } of rowsOf(path, language)) {
    const over = size === undefined || size[0] > limit[0] || size[1] > limit[1]
    failed ||= over
    const shown = size === undefined ? 'not built' : `${size[0].toFixed(1)} / ${size[1].toFixed(1)} kB`
    if (over || language === 'en' || key in budgets || key in checkoutBudgets || key in portalScreens || key in firstScreens)
      console.log(`${over ? 'OVER' : 'ok  '}  ${language}  ${key.padEnd(48)} ${shown.padStart(18)}  of ${limit[0]} / ${limit[1]}`)
  }
  return failed
}

const embedSize = sizeOf(['embed.js'])
const isEmbedOver = embedSize[0] > embedScript[0] || embedSize[1] > embedScript[1]
console.log(
  `${isEmbedOver ? 'OVER' : 'ok  '}  embed.js ${embedSize.map((size) => size.toFixed(2)).join(' / ')} kB  of ${embedScript.join(' / ')}`,
)

const failures = globSync(`${folder}/*/*.manifest.json`).sort().filter(check)
if (failures.length > 0 || isEmbedOver) process.exitCode = 1
