import { page, table } from './markdown.ts'

const ADDITION = 'x-guildhall'
const ABOUT =
  'Operations and fields that Guildhall adds to the published contracts. The OpenAPI document marks them with `x-guildhall: true`. Published clients ignore them.'

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** docs/reference/additions.md: the operations and fields that the OpenAPI document marks as additions. */
export function additionsPage(document: Json): string {
  const operations = Object.entries(isObject(document['paths']) ? document['paths'] : {}).flatMap(([path, methods]) =>
    Object.entries(isObject(methods) ? methods : {}).flatMap(([method, operation]) =>
      isObject(operation) && operation[ADDITION] === true
        ? [[`\`${method.toUpperCase()} ${path}\``, String(operation['summary'] ?? operation['description'] ?? '')]]
        : [],
    ),
  )
  const components = isObject(document['components']) ? document['components'] : {}
  const schemas = isObject(components['schemas']) ? components['schemas'] : {}
  const named = Object.entries(schemas).flatMap(([name, schema]) => markedFields(schema, name))
  const inline = Object.entries(isObject(document['paths']) ? document['paths'] : {}).flatMap(([path, methods]) =>
    Object.entries(isObject(methods) ? methods : {}).flatMap(([method, operation]) =>
      isObject(operation) ? fieldsOfOperation(operation, `${method.toUpperCase()} ${path}`) : [],
    ),
  )
  return page(
    'Additions',
    ABOUT,
    '## Operations',
    table(['Operation', 'Description'], operations),
    '## Fields',
    table(['Field', 'Description'], [...named, ...inline]),
  )
}

function fieldsOfOperation({ parameters, ...rest }: Json, where: string): string[][] {
  const own = (Array.isArray(parameters) ? parameters : []).filter(isObject).flatMap((parameter) => {
    const marked = [parameter, parameter['schema']].filter(isObject).find((part) => part[ADDITION] === true)
    return marked ? [[`\`${where}\` \`?${parameter['name']}\``, String(marked['description'] ?? '')]] : []
  })
  return [...own, ...markedFields({ requestBody: rest['requestBody'], responses: rest['responses'] }, where)]
}

/** Every marked property below `node`, as `where.path.to.field` with its description. */
function markedFields(node: unknown, where: string): string[][] {
  if (Array.isArray(node)) return node.flatMap((each) => markedFields(each, where))
  if (!isObject(node)) return []
  return Object.entries(node).flatMap(([key, value]) => {
    if (key !== 'properties' || !isObject(value)) return markedFields(value, where)
    return Object.entries(value).flatMap(([name, property]) => [
      ...(isObject(property) && property[ADDITION] === true ? [[`\`${where}.${name}\``, String(property['description'] ?? '')]] : []),
      ...markedFields(property, `${where}.${name}`),
    ])
  })
}
