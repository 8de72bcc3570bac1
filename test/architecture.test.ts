// The rule of the house, as ARCHITECTURE.md tells it, held against the checkout. Each test prints what breaks it.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { capabilities } from '#server/capabilities.ts'
import { merchantTables, readSchema } from '#test/support/schema.ts'
import { everyPath, type Import, readSources, type Source } from '#test/support/sources.ts'

const WINGS = /^server\/(identity|merchant|money|sales|outward)\//
const TEST = /\.test\.tsx?$|^test\//

/** What a room may import besides itself; a room is the first line whose words its path begins with. Wings have the floors below. */
const ROOMS: readonly (readonly [room: RegExp, may: RegExp])[] = [
  [/^server\/kernel\//, /^$/],
  [/^server\/platform\//, /^server\/kernel\//],
  [WINGS, /^server\/|^emails\/|^locales\//],
  [/^server\//, /^(server|emails|locales)\//],
  [/^client\//, /^$/],
  [/^locales\//, /^$/],
  [/^emails\//, /^(server\/kernel|locales)\//],
  [/^web\/ui\//, /^$/],
  [/^web\/parts\//, /^(web\/ui|client|locales)\//],
  [/^web\/shell\//, /^(web\/(ui|parts)|client|locales)\/|^web\/[a-z-]+\.tsx?$/],
  [/^web\/[a-z]+\//, /^(web\/(ui|parts|shell)|client|locales)\/|^web\/(?!screens)[a-z-]+\.tsx?$/],
  [/^web\//, /^(web|client|locales)\//],
]

/** Files of a capability that may do more than think; all others are pure. */
const IMPURE = /\/(store|reads|routes|jobs|index|caller)\.ts$|\/(actions|adapters)\//
const DOOR = /^server\/[a-z]+\/[a-z-]+\/(index|model|wire)\.ts$/
const PURE_DOOR = /\/(model|wire|wire-parts)\.ts$/
/** Facts are named in one catalogue; everybody below it may know its types. */
const CATALOGUE = 'server/facts.ts'
const PURE_PACKAGES = /^(zod|node:crypto|temporal-polyfill)$/

/** The longest file: the first line that fits. */
const LONGEST: readonly (readonly [file: RegExp, lines: number])[] = [
  [TEST, 500],
  [/\/(wire|facts|refusals)\.ts$|^locales\//, 400],
  [/\.tsx$/, 250],
  [/./, 300],
]
const FUNCTION_LINES = 60
const COMPONENT_LINES = 120
const PARAMETERS = 3
const FILES_IN_A_FOLDER = 25
const MANY_FILES = /\/(providers|kinds|prices|migrations|icons|brands|pictures|golden|vectors)$/

const KEBAB = /^(README|LICENSE)[a-z.-]*$|^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/
const BANNED = /(^|[-./])(utils?|helpers?|common|misc|manager|handler|data|info|service|crud)([-./]|$)/
const BANNED_EXPORT = /(Utils?|Helpers?|Common|Misc|Manager|Handler|Service|Crud)$/

/** What may be written in one place only. */
const ONLY_IN: readonly (readonly [what: string, words: RegExp, where: RegExp, rooms: RegExp])[] = [
  ['the clock', /Date\.now\(|new Date\(\)|Temporal\.Now/, /^server\/platform\/clock\.ts$/, /^(server|emails|client)\//],
  ['the environment', /process\.env/, /^server\/platform\/config\.ts$/, /^(server|emails|client)\//],
  ['every column', /selectAll|returningAll|select \*/i, /^$/, /^server\//],
  ['the console', /console\./, /^server\/(cli|main)\.ts$|^server\/cli\//, /^(server|emails|client)\//],
]

const sources = readSources()
const product = sources.filter(({ path }) => !TEST.test(path) && !path.startsWith('scripts/'))
const ours = (to: string) => /^(server|client|emails|locales|web|test|scripts)\//.test(to)
const capabilityOf = (path: string) => /^server\/([a-z]+\/[a-z-]+)\//.exec(path)?.[1] ?? ''
const everyImport = product.flatMap((source) => source.imports.map((imported) => ({ source, imported })))
const told = ({ source, imported }: { source: Source; imported: Import }) => `${source.path} imports ${imported.to}`

test('a room imports only from the rooms it may know', () => {
  const roomOf = (path: string) => ROOMS.find(([room]) => room.test(path))
  const broken = everyImport.filter(({ source, imported: { to, isType } }) => {
    const [room, may] = roomOf(source.path) ?? []
    return (
      ours(to) &&
      !(isType && to === CATALOGUE) &&
      !(room?.source === roomOf(to)?.[0].source && sameSurface(source.path, to)) &&
      !may?.test(to)
    )
  })
  expect(broken.map(told)).toEqual([])
})

const sameSurface = (from: string, to: string) => !from.startsWith('web/') || from.split('/')[1] === to.split('/')[1]

test('calls go down the list of capabilities, only through their doors', () => {
  const floor = (path: string) => capabilities.indexOf(capabilityOf(path) as never)
  const broken = everyImport.filter(({ source, imported: { to } }) => {
    if (!WINGS.test(source.path) || !to.startsWith('server/') || /^server\/(kernel|platform)\//.test(to) || to === CATALOGUE) return false
    if (capabilityOf(to) === capabilityOf(source.path)) return false
    return !DOOR.test(to) || floor(to) < 0 || floor(to) >= floor(source.path)
  })
  expect(broken.map(told)).toEqual([])
})

test('every capability is on the list', () => {
  const found = new Set(product.flatMap(({ path }) => (WINGS.test(path) ? capabilityOf(path) : [])))
  expect([...found].sort()).toEqual([...capabilities].sort())
})

test('a file is pure unless its name says otherwise', () => {
  const broken = everyImport.filter(({ source, imported: { to, isType } }) => {
    if (!WINGS.test(source.path) || IMPURE.test(source.path) || isType) return false
    if (!ours(to)) return !PURE_PACKAGES.test(to)
    if (capabilityOf(to) === capabilityOf(source.path)) return IMPURE.test(to)
    return !to.startsWith('server/kernel/') && !PURE_DOOR.test(to)
  })
  expect(broken.map(told)).toEqual([])
})

test('no file, function or folder outgrows its bound', () => {
  const longest = (path: string) => LONGEST.find(([file]) => file.test(path))?.[1] ?? 0
  const files = sources.filter(({ path, lines }) => lines > longest(path)).map(({ path, lines }) => `${path}: ${lines} lines`)
  const lineLimit = (path: string, name: string) => (path.endsWith('.tsx') && /^[A-Z]/.test(name) ? COMPONENT_LINES : FUNCTION_LINES)
  const functions = product.flatMap(({ path, functions }) =>
    functions
      .filter(({ name, lines, parameters }) => lines > lineLimit(path, name) || parameters > PARAMETERS)
      .map(({ name, lines, parameters }) => `${path}: ${name} has ${lines} lines, ${parameters} parameters`),
  )
  const folders = Map.groupBy(everyPath(), (path) => path.slice(0, path.lastIndexOf('/')))
  const crowded = [...folders].filter(([folder, paths]) => paths.length > FILES_IN_A_FOLDER && !MANY_FILES.test(folder))
  expect([...files, ...functions, ...crowded.map(([folder, { length }]) => `${folder}: ${length} files`)]).toEqual([])
})

test('names are kebab-case business words', () => {
  const names = everyPath().filter((path) => !MANY_FILES.test(path.slice(0, path.lastIndexOf('/'))))
  const broken = names.filter((path) => !KEBAB.test(path.slice(path.lastIndexOf('/') + 1)) || BANNED.test(path))
  const exported = sources.flatMap(({ path, exports }) =>
    exports.filter((name) => BANNED_EXPORT.test(name)).map((name) => `${path}: ${name}`),
  )
  expect([...broken, ...exported]).toEqual([])
})

test.for(ONLY_IN)('%s is read where it belongs', ([, words, where, rooms]) => {
  const broken = product.filter(({ path, code }) => rooms.test(path) && !where.test(path) && words.test(code))
  expect(broken.map(({ path }) => path)).toEqual([])
})

test('every route declares who may call it, and a test names its path', () => {
  const tests = sources
    .filter(({ path }) => TEST.test(path))
    .map(({ path }) => readFileSync(path, 'utf8'))
    .join('\n')
  const named = (path: string) =>
    new RegExp(
      `${path
        .replace(/[.]/g, '\\.')
        .replace(/\{\w+\}/g, '[^/\'"`\\s]+')
        .replace(/\/$/, '/?')}[\`'"?]`,
    )
  const routes = product.flatMap(({ path: file, routes }) => routes.map((route) => ({ file, ...route })))
  const broken = routes.filter(({ path, access }) => !access || !path || !named(path).test(tests))
  expect(broken.map(({ file, method, path, access }) => `${file}: ${method} ${path} (${access ?? 'no access declared'})`)).toEqual([])
})

test('unique indexes and foreign keys of merchant tables lead with the organization', () => {
  expect(merchantTables(readSchema()).flatMap(({ faults }) => faults)).toEqual([])
})
