import { type ClientFamily, heldCount, lockedVersions, matrixRows } from '#test/clients/matrix.ts'
import { page, table } from './markdown.ts'

const ABOUT =
  'The published clients that work with Guildhall unchanged, by the versions that the tests run with. A test drives every call of each version that is held here against the application and holds all versions to the same answers; another compares these tables with the methods that the clients really have. `npm run clients -- --newest` does the same with the newest versions that the registry serves.'

const MARKS =
  '`yes`: the call works as this version expects. `no`: the version has the call, and Guildhall does not answer it. Empty: the version does not have it. A name that ends in `.*` is every method of a namespace.'

/** docs/reference/clients.md: how much of each client is held, and every call of it. */
export function clientsPage(families: readonly ClientFamily[]): string {
  return page(
    'Published clients',
    ABOUT,
    table(['Client', 'Version', 'Calls', 'Held'], families.flatMap(summaryRows)),
    MARKS,
    ...families.flatMap((family) => [
      `## ${family.packageName}`,
      ...(family.limits ? [family.limits.map((limit) => `- ${limit}`).join('\n')] : []),
      table(['Method', 'Operation', ...lockedVersions(family), 'Why not'], matrixRows(family)),
    ]),
  )
}

/** A client's versions with the number of calls that they have and that are held. */
export function summaryRows(family: ClientFamily): readonly (readonly string[])[] {
  return lockedVersions(family).map((version) => {
    const { held, all } = heldCount(family, version)
    return [`\`${family.packageName}\``, version, String(all), String(held)]
  })
}
