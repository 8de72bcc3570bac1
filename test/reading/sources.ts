// The source tree as data, for the architecture test: every source file with its imports, functions, names and comments.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

/** A resolved import: the path of a source file, or the name of a package. `isType` for imports that do not exist at run time. */
export interface Import {
  readonly to: string
  readonly isType: boolean
  /** Loaded by `import()` when it is needed. */
  readonly isLazy: boolean
}

/** A function of any form with its number of lines. */
export interface FunctionShape {
  readonly name: string
  readonly lines: number
  readonly parameters: number
}

/** One TypeScript file. `code` is its text with comments replaced by spaces. */
export interface Source {
  readonly path: string
  readonly code: string
  readonly lines: number
  readonly imports: readonly Import[]
  readonly functions: readonly FunctionShape[]
  readonly exports: readonly string[]
  /** Every name that the file declares or uses. */
  readonly identifiers: ReadonlySet<string>
  /** The names of its interfaces and type aliases. */
  readonly types: readonly string[]
  readonly comments: readonly string[]
}

const FOLDERS = '{server,client,emails,locales,web,test,scripts,bench}'
const NOT_OURS = ['**/node_modules/**', '**/dist/**', 'test/output/**', 'test/browser/pictures/**']
const ALIASES: Readonly<Record<string, string | { readonly default: string }>> = JSON.parse(readFileSync('package.json', 'utf8')).imports

/** Every file, or every file and folder, of the source folders, sorted, as paths from the root. */
export function everyPath(kind: 'files' | 'all'): string[] {
  const entries = globSync(`${FOLDERS}/**`, { exclude: NOT_OURS, withFileTypes: true }).filter((entry) => kind === 'all' || entry.isFile())
  return entries.map((entry) => relative('.', join(entry.parentPath, entry.name))).sort()
}

/** Every TypeScript file of the source folders, parsed. */
export function readSources(): Source[] {
  return everyPath('files')
    .filter((path) => /\.tsx?$/.test(path))
    .map(readSource)
}

function readSource(path: string): Source {
  const text = readFileSync(path, 'utf8')
  const { program, module, comments, errors } = parseSync(path, text)
  if (errors.length) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  return {
    path,
    lines: text.trimEnd().split('\n').length,
    code: comments.reduceRight((code, { start, end }) => code.slice(0, start) + blank(code.slice(start, end)) + code.slice(end), text),
    imports: importsOf(path, text, module),
    exports: module.staticExports.flatMap(({ entries }) => entries.flatMap(({ exportName }) => exportName.name ?? [])),
    comments: comments.map(({ value }) => value),
    ...inspect(program, lineOf),
  }
}

const blank = (comment: string) => comment.replace(/[^\n]/g, ' ')

type Module = ReturnType<typeof parseSync>['module']

function importsOf(path: string, text: string, { staticImports, staticExports, dynamicImports }: Module): Import[] {
  const resolved = (to: string, isType: boolean, isLazy = false) => ({ to: resolve(path, to), isType, isLazy })
  return [
    ...staticImports.map(({ moduleRequest, entries }) =>
      resolved(moduleRequest.value, entries.length > 0 && entries.every((entry) => entry.isType)),
    ),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? resolved(moduleRequest.value, isType) : [])),
    ),
    ...dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const named = /^['"](.*)['"]$/.exec(text.slice(start, end))?.[1]
      return named ? resolved(named, false, true) : []
    }),
  ]
}

function resolve(from: string, to: string): string {
  if (to.startsWith('.')) return join(dirname(from), to)
  // In package.json the more specific alias comes first, as Node requires.
  const alias = Object.keys(ALIASES).find((key) => (key.endsWith('*') ? to.startsWith(key.slice(0, -1)) : to === key)) ?? ''
  const target = ALIASES[alias]
  if (!target) return to
  const path = typeof target === 'string' ? target : target.default
  return join(path.replace('*', alias.endsWith('*') ? to.slice(alias.length - 1) : ''))
}

function inspect(program: ESTree.Program, lineOf: (offset: number) => number): Pick<Source, 'functions' | 'identifiers' | 'types'> {
  const functions: FunctionShape[] = []
  const identifiers = new Set<string>()
  const types: string[] = []
  const names = new Map<unknown, string>()
  const add = (node: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    const name = ('id' in node ? node.id?.name : undefined) ?? names.get(node) ?? 'an anonymous function'
    functions.push({ name, lines: lineOf(node.end) - lineOf(node.start) + 1, parameters: node.params.length })
  }
  const rememberName = (key: ESTree.Node, value: unknown) => void (key.type === 'Identifier' && names.set(value, key.name))
  new Visitor({
    VariableDeclarator: ({ id, init }) => rememberName(id, init),
    Property: ({ key, value }) => rememberName(key, value),
    MethodDefinition: ({ key, value }) => rememberName(key, value),
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
    Identifier: ({ name }) => void identifiers.add(name),
    TSInterfaceDeclaration: ({ id }) => void types.push(id.name),
    TSTypeAliasDeclaration: ({ id }) => void types.push(id.name),
  }).visit(program)
  return { functions, identifiers, types }
}

/** The imports that are part of a cycle, or of a path between two cycles. */
export function inCycles<A extends { readonly from: string; readonly to: string }>(imports: readonly A[]): readonly A[] {
  const importing = new Set(imports.map(({ from }) => from))
  const imported = new Set(imports.map(({ to }) => to))
  const left = imports.filter(({ from, to }) => importing.has(to) && imported.has(from))
  return left.length === imports.length ? left : inCycles(left)
}
