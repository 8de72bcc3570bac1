// Checks the rules of ARCHITECTURE.md and STYLE.md against the source tree. Each test prints the violations.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { composition } from '#server/app.ts'
import { modules } from '#server/modules.ts'
import { keyFaults, readSchema } from '#test/reading/schema.ts'
import { everyPath, inCycles, readSources, type Source } from '#test/reading/sources.ts'

const MODULES = /^server\/(identity|merchant|money|sales|operations)\//
const KERNEL = /^server\/(kernel|contract)\//
const TEST = /\.test\.tsx?$|^test\//

/** The files that a layer may import besides its own. The first matching line decides; the order of the modules is checked below. */
const LAYERS: readonly (readonly [layer: RegExp, mayImport: RegExp])[] = [
  [/^server\/kernel\//, /^$/],
  [/^server\/contract\/(?!events\.ts)/, /^server\/kernel\//],
  [/^server\/platform\//, /^server\/(kernel|contract\/(?!events\.ts))/],
  [MODULES, /^server\/|^emails\/|^locales\//],
  [/^server\//, /^(server|emails|locales)\//],
  [/^client\//, /^$/],
  [/^locales\//, /^server\/kernel\//],
  [/^emails\//, /^(server\/kernel|locales)\//],
  [/^web\/ui\//, /^server\/kernel\/numbers\/currency-/],
  [/^web\/parts\//, /^(web\/ui|client|locales|server\/(kernel|contract))\/|^web\/(?!pages)[a-z-]+\.tsx?$/],
  [/^web\/shell\//, /^(web\/(ui|parts)|client|locales|server\/(kernel|contract))\/|^web\/[a-z-]+\.tsx?$/],
  [/^web\/[a-z]+\//, /^(web\/(ui|parts|shell)|client|locales|server\/(kernel|contract))\/|^web\/(?!pages)[a-z-]+\.tsx?$/],
  [/^web\//, /^(web|client|locales|server\/(kernel|contract))\//],
]
/** The catalogue of domain events; every layer may import its types. */
const CATALOGUE = 'server/contract/events.ts'
/** Folders of a web surface have the name of a module, or one of these. */
const WEB_ONLY = /^(dialogs|overview|settings|samples)$/

/** Files of a module that may have side effects; all others are pure. */
const IMPURE = /\/(store|reads|routes|jobs|caller|[a-z]+-sql)\.ts$|\/(actions|adapters)\//
const ENTRY_POINT = /^\/(index|model|wire)\.ts$/
const PURE_ENTRY_POINT = /^\/(model|wire)\.ts$/
const PURE_ELSEWHERE = /^server\/(kernel|contract)\/|^server\/platform\/(http\/wire-parts|resource\/(columns|fields))\.ts$/
const NODE_ONLY = /^node:/
/** `node:module` loads a package when it is first used. */
const PURE_PACKAGES = /^(zod|node:crypto|node:module|temporal-polyfill|stdnum)$/

/** The maximum length of a file: the first matching line decides. */
const LONGEST: readonly (readonly [file: RegExp, lines: number])[] = [
  [/^client\/wire\.ts$/, Number.POSITIVE_INFINITY], // generated
  [TEST, 500],
  [/\/(wire|events|refusals)\.ts$|^(locales|client)\//, 400],
  [/\.tsx$/, 250],
  [/./, 300],
]
const FUNCTION_LINES = 60
const COMPONENT_LINES = 120
const PARAMETERS = 3
const FILES_IN_A_FOLDER = 25
const MANY_FILES = /\/(providers|kinds|prices|migrations|brands|pictures|golden|vectors)$/

const KEBAB = /^(README|LICENSE)[a-z.-]*$|^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/
const BANNED = /(^|[-./])(utils?|helpers?|common|misc|manager|handler|data|info|service|crud)([-./]|$)/
const BANNED_EXPORT = /(Utils?|Helpers?|Common|Misc|Manager|Handler|Service|Crud)$/

/** Code that is allowed in one place only. */
const ONLY_IN: readonly (readonly [rule: string, pattern: RegExp, allowedIn: RegExp])[] = [
  [
    'only the clock reads the time',
    /Date\.now\b|new Date\(\s*\)|\bDate\(\)|Temporal\.Now|performance\.|process\.(hrtime|uptime)|node:perf_hooks/,
    /^server\/platform\/clock\.ts$/,
  ],
  [
    "only the database's time, its skew and the heartbeat read the clock of the database",
    /(?<![.\w])(now|(clock|statement|transaction)_timestamp|timeofday)\(\)|\bcurrent_(timestamp|date|time)\b|\blocaltime(stamp)?\b/i,
    /^server\/platform\/database\/(time\/(database-time|clock-skew)|heartbeat\/heartbeat)\.ts$/,
  ],
  ['only the settings read the environment', /process\.env/, /^server\/platform\/config\.ts$/],
  ['no query selects every column', /selectAll|returningAll|select \*/i, /^$/],
  ['no field of a sale is declared as always empty', /z\.(never|null)\(\)/, /^(?!server\/(merchant|money|sales)\/)/],
  ['failpoints are imported by the name that a test build replaces', /from '\.[^']*\/failpoint\.ts'/, /^$/],
  ['only the command line writes to the console', /console\./, /^server\/(cli|main)\.ts$|^server\/cli\//],
]

/** The code that uses `Intl` for a currency, or for the decimals that it gives one: they differ from ISO 4217 in twenty currencies. */
const CURRENCY_OF_INTL = /style:\s*['"`]currency['"`]|resolvedOptions\(\)[^;]*FractionDigits|FractionDigits[^;]*resolvedOptions\(\)/

/** Code of merchants is dated by `clock.now({ organizationId })`; what may read the server's time is named in ARCHITECTURE.md. */
const MERCHANT_TIME = /^server\/(merchant|money|sales)\//
const SERVER_TIME_MODULES =
  /^server\/merchant\/(tokens|customer-sessions)\/|^server\/merchant\/linked-accounts\/((guild-tokens|routes)\.ts$|adapters\/|actions\/(complete-account-link|refresh-discord-token|verify-discord-role)\.ts$)|^server\/merchant\/merchants\/actions\/update-merchant\.ts$|^server\/money\/usage\/events\/actions\/(anonymize-events|archive-events|create-event-months|expire-events)\.ts$|^server\/money\/payments\/actions\/receive-stripe-event\.ts$|^server\/sales\/access\/downloads\/links\.ts$/
const SERVER_TIME = /clock\.now\(\)|\b(by|call|run)\.now\b|\bnow\b[^{}]*\} = (by|call|run)\b|AuditContext,[^>]*'now'/
const TIME_OF_CALL = /(?<!\.)\bnow\b(?!:)/

const sources = readSources()
const product = sources.filter(({ path }) => !TEST.test(path) && !/^(scripts|bench)\//.test(path))
const isOurs = (to: string) => /^(server|client|emails|locales|web|test|scripts|bench)\//.test(to)
/** The module or the part of one that a file belongs to: the longest path in the list that it begins with. */
const longestFirst = modules.toSorted((one, other) => other.length - one.length)
const moduleOf = (path: string) => longestFirst.find((module) => path.startsWith(`server/${module}/`)) ?? ''
/** The path of a file within its module. */
const within = (path: string) => path.slice(`server/${moduleOf(path)}`.length)
const isImpure = (path: string) => IMPURE.test(path) || (moduleOf(path) !== '' && within(path) === '/index.ts')
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))
type Dependency = { readonly from: string; readonly to: string; readonly isType: boolean; readonly isLazy: boolean }
const dependencies: Dependency[] = product.flatMap(({ path, imports }) => imports.map((imported) => ({ from: path, ...imported })))
const describe = (broken: readonly Dependency[]) => [...new Set(broken.map(({ from, to }) => `${from} imports ${to}`))]
const moduleDependencies = dependencies.filter(({ from, to, isType }) => MODULES.test(from) && !(isType && to === CATALOGUE))

test('a layer imports only from the layers that it may import', () => {
  const layerOf = (path: string) => LAYERS.find(([layer]) => layer.test(path))
  const isSameLayer = (from: string, to: string) =>
    layerOf(from) === layerOf(to) && (!from.startsWith('web/') || from.split('/')[1] === to.split('/')[1])
  const isAllowed = ({ from, to, isType }: Dependency) =>
    (isType && to === CATALOGUE) || isSameLayer(from, to) || layerOf(from)?.[1].test(to)
  expect(describe(dependencies.filter((arrow) => isOurs(arrow.to) && !isAllowed(arrow)))).toEqual([])
})

test('a module imports only modules before it in the list, through their entry points', () => {
  const rank = (path: string) => modules.indexOf(moduleOf(path) as never)
  const isBelow = (from: string, to: string) => ENTRY_POINT.test(within(to)) && rank(to) >= 0 && rank(to) < rank(from)
  const outside = moduleDependencies.filter(({ from, to }) => to.startsWith('server/') && moduleOf(from) !== moduleOf(to))
  expect(describe(outside.filter(({ from, to }) => !/^server\/(kernel|contract|platform)\//.test(to) && !isBelow(from, to)))).toEqual([])
})

test.for(['server/', 'web/'])('%s has no import cycles', (zone) =>
  expect(describe(inCycles(dependencies.filter(({ from, isType, isLazy }) => !isType && !isLazy && from.startsWith(zone))))).toEqual([]),
)

test('what the web imports from the kernel runs in a browser', () => {
  const found = new Set(dependencies.flatMap(({ from, to, isType }) => (from.startsWith('web/') && KERNEL.test(to) && !isType ? [to] : [])))
  for (const file of found) for (const { from, to, isType } of dependencies) if (from === file && KERNEL.test(to) && !isType) found.add(to)
  expect(describe(dependencies.filter(({ from, to, isType }) => found.has(from) && !isType && NODE_ONLY.test(to)))).toEqual([])
})

test('every module is in server/modules.ts, and the web uses the same names', () => {
  const found = new Set(product.flatMap(({ path }) => (MODULES.test(path) ? moduleOf(path) : [])))
  expect([...found].sort()).toEqual([...modules].sort())
  // A part is named alone, or with the subject of its module: `events` or `usage-events`.
  const names = modules.flatMap((module) => {
    const [, subject = '', part] = module.split('/')
    return part === undefined ? [subject] : [subject, part, `${subject.replace(/s$/, '')}-${part}`]
  })
  const folders = product.flatMap(({ path }) => /^web\/(?!ui|shell)[a-z]+\/([a-z-]+)\//.exec(path)?.[1] ?? [])
  expect([...new Set(folders)].filter((folder) => !names.includes(folder) && !WEB_ONLY.test(folder))).toEqual([])
})

test('a file is pure unless its name says otherwise', () => {
  const isPure = ({ from, to }: Dependency) => {
    if (!isOurs(to)) return PURE_PACKAGES.test(to)
    return moduleOf(to) === moduleOf(from) ? !isImpure(to) : PURE_ELSEWHERE.test(to) || PURE_ENTRY_POINT.test(within(to))
  }
  expect(describe(moduleDependencies.filter((arrow) => !arrow.isType && !isImpure(arrow.from) && !isPure(arrow)))).toEqual([])
})

test('an action and a rule know nothing of HTTP', () => {
  const isDecision = (path: string) => /\/actions\/|\/rules\.ts$/.test(path)
  expect(describe(moduleDependencies.filter(({ from, to }) => isDecision(from) && to.startsWith('server/platform/http/')))).toEqual([])
})

test('no page imports the messages of one language', () => {
  const named = product.filter(({ path, code }) => /^(web|server)\//.test(path) && /#locales\/(?:[a-z]{2}\/|index\.ts)/.test(code))
  expect(named.map(({ path }) => path).filter((path) => path !== 'server/operations/health/actions/preview-email.ts')).toEqual([])
})

test('no file, function or folder exceeds its limit', () => {
  const longest = (path: string) => LONGEST.find(([file]) => file.test(path))?.[1] ?? 0
  const files = sources
    .filter(({ path, lines }) => lines > longest(path))
    .map(({ path, lines }) => `${path}: ${lines} lines, at most ${longest(path)}`)
  const mostLines = (path: string, name: string) => (path.endsWith('.tsx') && /^[A-Z]/.test(name) ? COMPONENT_LINES : FUNCTION_LINES)
  const functions = product.flatMap(({ path, functions }) =>
    functions
      .filter(({ name, lines, parameters }) => lines > mostLines(path, name) || parameters > PARAMETERS)
      .map(
        ({ name, lines, parameters }) =>
          `${path}: ${name} has ${lines} lines of ${mostLines(path, name)}, ${parameters} parameters of ${PARAMETERS}`,
      ),
  )
  const folders = Map.groupBy(everyPath('files'), folderOf)
  const fullFolders = [...folders].filter(([folder, { length }]) => length > FILES_IN_A_FOLDER && !MANY_FILES.test(folder))
  expect([
    ...files,
    ...functions,
    ...fullFolders.map(
      ([folder, { length }]) => `${folder}: ${length} files, at most ${FILES_IN_A_FOLDER}: group a subject in a folder of its own`,
    ),
  ]).toEqual([])
})

test('file names are kebab-case and contain no banned word', () => {
  const names = everyPath('all').filter((path) => !MANY_FILES.test(folderOf(path)))
  const paths = names.filter((path) => !KEBAB.test(path.slice(path.lastIndexOf('/') + 1)) || BANNED.test(path))
  const exported = product.flatMap(({ path, exports }) =>
    exports.filter((name) => BANNED_EXPORT.test(name)).map((name) => `${path}: ${name}`),
  )
  expect([...paths, ...exported]).toEqual([])
})

test.for(ONLY_IN)('%s', ([, pattern, allowedIn]) => {
  const isWatched = ({ path }: Source) => /^(server|emails|client)\//.test(path) && !allowedIn.test(path)
  expect(product.filter((source) => isWatched(source) && pattern.test(source.code)).map(({ path }) => path)).toEqual([])
})

test('only the format of the kernel lets Intl write a currency, with the decimals of our table', () => {
  const asks = ({ path, code }: Source) => path !== 'server/kernel/numbers/currency-format.ts' && CURRENCY_OF_INTL.test(code)
  expect(product.filter(asks).map(({ path }) => path)).toEqual([])
})

test("code of merchants never reads the server's time", () => {
  const isDated = ({ path }: Source) => MERCHANT_TIME.test(path) && !SERVER_TIME_MODULES.test(path)
  const reads = ({ path, code }: Source) => SERVER_TIME.test(code) || (/\/(routes|jobs)\.ts$/.test(path) && TIME_OF_CALL.test(code))
  expect(product.filter((source) => isDated(source) && reads(source)).map(({ path }) => path)).toEqual([])
})

test('a test contains the path of every route', () => {
  const tests = sources.flatMap(({ path }) => (TEST.test(path) ? readFileSync(path, 'utf8') : [])).join('\n')
  const pathPattern = (path: string) =>
    path
      .replaceAll('.', '\\.')
      .replace(/\{\w+\}/g, '[^/\'"`\\s]+')
      .replace(/\/$/, '/?')
  const isNamed = (path: string) => new RegExp(`${pathPattern(path)}[\`'"?]`).test(tests)
  expect(composition.routes.filter(({ path }) => !isNamed(path)).map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

test('unique indexes and foreign keys of merchant tables begin with the organization', () => {
  expect(keyFaults(readSchema())).toEqual([])
})
