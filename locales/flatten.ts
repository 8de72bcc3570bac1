/** Every message of a tree with its dotted key. */
export function flatten(tree: object, path = ''): [key: string, message: string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : flatten(value as object, `${path}${key}.`),
  )
}
