// The rule of the house, as ARCHITECTURE.md tells it, held against the checkout. Each test prints what breaks it.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { modules } from '#server/modules.ts'
import { keyFaults, readSchema } from '#test/reading/schema.ts'
import { everyPath, inCircles, readSources, type Source } from '#test/reading/sources.ts'

const WINGS = /^server\/(identity|merchant|money|sales|operations)\//
const TEST = /\.test\.tsx?$|^test\//

/** What a room may import besides itself. A room is the first line that fits; the floors within the wings come below. */
const ROOMS: readonly (readonly [room: RegExp, may: RegExp])[] = [
  [/^server\/kernel\//, /^$/],
  [/^server\/platform\//, /^server\/kernel\//],
  [WINGS, /^server\/|^emails\/|^locales\//],
  [/^server\//, /^(server|emails|locales)\//],
  [/^client\//, /^$/],
  [/^locales\//, /^$/],
  [/^emails\//, /^(server\/kernel|locales)\//],
  [/^web\/ui\//, /^$/],
  [/^web\/parts\//, /^(web\/ui|client|locales)\/|^web\/(?!screens)[a-z-]+\.tsx?$/],
  [/^web\/shell\//, /^(web\/(ui|parts)|client|locales)\/|^web\/[a-z-]+\.tsx?$/],
  [/^web\/[a-z]+\//, /^(web\/(ui|parts|shell)|client|locales)\/|^web\/(?!screens)[a-z-]+\.tsx?$/],
  [/^web\//, /^(web|client|locales)\//],
]
/** Facts are named in one catalogue; everybody below it may know its types. */
const CATALOGUE = 'server/events.ts'
/** Folders below a surface bear a capability's name, or one of these. */
const OWN_TO_THE_WEB = /^(overview|settings|samples)$/

/** Files of a capability that may do more than think; all others are pure. */
const IMPURE = /\/(store|reads|routes|jobs|caller)\.ts$|^server\/[a-z]+\/[a-z-]+\/index\.ts$|\/(actions|adapters)\//
const DOOR = /^server\/[a-z]+\/[a-z-]+\/(index|model|wire)\.ts$/
const PURE_ELSEWHERE = /^server\/kernel\/|^server\/platform\/http\/wire-parts\.ts$|^server\/[a-z]+\/[a-z-]+\/(model|wire)\.ts$/
const PURE_PACKAGES = /^(zod|node:crypto|temporal-polyfill)$/

/** The longest file: the first line that fits. */
const LONGEST: readonly (readonly [file: RegExp, lines: number])[] = [
  [TEST, 500],
  [/\/(wire|events|refusals)\.ts$|^(locales|client)\//, 400],
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
const ONLY_IN: readonly (readonly [what: string, words: RegExp, where: RegExp])[] = [
  ['the clock is read by the clock', /Date\.now\(|new Date\(\)|Temporal\.Now/, /^server\/platform\/clock\.ts$/],
  ['the environment is read by the settings', /process\.env/, /^server\/platform\/config\.ts$/],
  ['no query asks for every column', /selectAll|returningAll|select \*/i, /^$/],
  ['the console belongs to the command line', /console\./, /^server\/(cli|main)\.ts$|^server\/cli\//],
]

const sources = readSources()
const product = sources.filter(({ path }) => !TEST.test(path) && !/^(scripts|bench)\//.test(path))
const isOurs = (to: string) => /^(server|client|emails|locales|web|test|scripts|bench)\//.test(to)
const capabilityOf = (path: string) => /^server\/([a-z]+\/[a-z-]+)\//.exec(path)?.[1] ?? ''
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))
type Arrow = { readonly from: string; readonly to: string; readonly isType: boolean }
const arrows: Arrow[] = product.flatMap(({ path, imports }) => imports.map((imported) => ({ from: path, ...imported })))
const told = (broken: readonly Arrow[]) => [...new Set(broken.map(({ from, to }) => `${from} imports ${to}`))]
const inWings = arrows.filter(({ from, to, isType }) => WINGS.test(from) && !(isType && to === CATALOGUE))

test('a room imports only from the rooms it may know', () => {
  const roomOf = (path: string) => ROOMS.find(([room]) => room.test(path))
  const isOneRoom = (from: string, to: string) =>
    roomOf(from) === roomOf(to) && (!from.startsWith('web/') || from.split('/')[1] === to.split('/')[1])
  const mayKnow = ({ from, to, isType }: Arrow) => (isType && to === CATALOGUE) || isOneRoom(from, to) || roomOf(from)?.[1].test(to)
  expect(told(arrows.filter((arrow) => isOurs(arrow.to) && !mayKnow(arrow)))).toEqual([])
})

test('calls go down the list of capabilities, only through their doors', () => {
  const floor = (path: string) => modules.indexOf(capabilityOf(path) as never)
  const isBelow = (from: string, to: string) => DOOR.test(to) && floor(to) >= 0 && floor(to) < floor(from)
  const outside = inWings.filter(({ from, to }) => to.startsWith('server/') && capabilityOf(from) !== capabilityOf(to))
  expect(told(outside.filter(({ from, to }) => !/^server\/(kernel|platform)\//.test(to) && !isBelow(from, to)))).toEqual([])
})

test('no files of the server import each other in a circle', () =>
  expect(told(inCircles(arrows.filter(({ from, isType }) => !isType && from.startsWith('server/'))))).toEqual([]))

test('every capability is on the list, and the web calls them by the same words', () => {
  const found = new Set(product.flatMap(({ path }) => (WINGS.test(path) ? capabilityOf(path) : [])))
  expect([...found].sort()).toEqual([...modules].sort())
  const words = modules.map((capability) => capability.split('/')[1])
  const rooms = product.flatMap(({ path }) => /^web\/(?!ui|shell)[a-z]+\/([a-z-]+)\//.exec(path)?.[1] ?? [])
  expect([...new Set(rooms)].filter((room) => !words.includes(room) && !OWN_TO_THE_WEB.test(room))).toEqual([])
})

test('a file is pure unless its name says otherwise', () => {
  const isPure = ({ from, to }: Arrow) => {
    if (!isOurs(to)) return PURE_PACKAGES.test(to)
    return capabilityOf(to) === capabilityOf(from) ? !IMPURE.test(to) : PURE_ELSEWHERE.test(to)
  }
  expect(told(inWings.filter((arrow) => !arrow.isType && !IMPURE.test(arrow.from) && !isPure(arrow)))).toEqual([])
})

test('no file, function or folder outgrows its bound', () => {
  const longest = (path: string) => LONGEST.find(([file]) => file.test(path))?.[1] ?? 0
  const files = sources.filter(({ path, lines }) => lines > longest(path)).map(({ path, lines }) => `${path}: ${lines} lines`)
  const mostLines = (path: string, name: string) => (path.endsWith('.tsx') && /^[A-Z]/.test(name) ? COMPONENT_LINES : FUNCTION_LINES)
  const functions = product.flatMap(({ path, functions }) =>
    functions
      .filter(({ name, lines, parameters }) => lines > mostLines(path, name) || parameters > PARAMETERS)
      .map(({ name, lines, parameters }) => `${path}: ${name} has ${lines} lines, ${parameters} parameters`),
  )
  const folders = Map.groupBy(everyPath('files'), folderOf)
  const crowded = [...folders].filter(([folder, { length }]) => length > FILES_IN_A_FOLDER && !MANY_FILES.test(folder))
  expect([...files, ...functions, ...crowded.map(([folder, { length }]) => `${folder}: ${length} files`)]).toEqual([])
})

test('names are kebab-case business words', () => {
  const names = everyPath('all').filter((path) => !MANY_FILES.test(folderOf(path)))
  const paths = names.filter((path) => !KEBAB.test(path.slice(path.lastIndexOf('/') + 1)) || BANNED.test(path))
  const exported = product.flatMap(({ path, exports }) =>
    exports.filter((name) => BANNED_EXPORT.test(name)).map((name) => `${path}: ${name}`),
  )
  expect([...paths, ...exported]).toEqual([])
})

test.for(ONLY_IN)('%s', ([, words, where]) => {
  const isWatched = ({ path }: Source) => /^(server|emails|client)\//.test(path) && !where.test(path)
  expect(product.filter((source) => isWatched(source) && words.test(source.code)).map(({ path }) => path)).toEqual([])
})

test('every route declares who may call it, and a test names its path', () => {
  const tests = sources.flatMap(({ path }) => (TEST.test(path) ? readFileSync(path, 'utf8') : [])).join('\n')
  const asCalled = (path: string) =>
    path
      .replaceAll('.', '\\.')
      .replace(/\{\w+\}/g, '[^/\'"`\\s]+')
      .replace(/\/$/, '/?')
  const isNamed = (path: string) => new RegExp(`${asCalled(path)}[\`'"?]`).test(tests)
  const routes = product.flatMap(({ path: file, routes }) => routes.map((route) => ({ file, ...route })))
  const broken = routes.filter(({ path, access }) => !access || !path || !isNamed(path))
  expect(broken.map(({ file, method, path, access }) => `${file}: ${method} ${path} (${access ?? 'no access declared'})`)).toEqual([])
})

test('unique indexes and foreign keys of merchant tables lead with the organization', () => {
  expect(keyFaults(readSchema())).toEqual([])
})
