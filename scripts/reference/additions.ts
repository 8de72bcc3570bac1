import { page, table } from './markdown.ts'

const MARK = 'x-guildhall'
const ABOUT =
  'What Guildhall adds to the published contracts. In the OpenAPI document each carries `x-guildhall: true`. Published clients ignore them.'

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** docs/reference/additions.md: the operations and fields that the OpenAPI document marks as ours. */
export function additionsPage(document: Json): string {
  const operations = Object.entries(isObject(document['paths']) ? document['paths'] : {}).flatMap(([path, methods]) =>
    Object.entries(isObject(methods) ? methods : {}).flatMap(([method, operation]) =>
      isObject(operation) && operation[MARK] === true
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
    table(['Operation', 'What it does'], operations),
    '## Fields',
    table(['Field', 'What it tells'], [...named, ...inline]),
  )
}

function fieldsOfOperation({ parameters, ...rest }: Json, where: string): string[][] {
  const own = (Array.isArray(parameters) ? parameters : []).filter(isObject).flatMap((parameter) => {
    const told = [parameter, parameter['schema']].filter(isObject).find((part) => part[MARK] === true)
    return told ? [[`\`${where}\` \`?${parameter['name']}\``, String(told['description'] ?? '')]] : []
  })
  return [...own, ...markedFields({ requestBody: rest['requestBody'], responses: rest['responses'] }, where)]
}

/** Every property below `node` that carries the mark, as `where.path.to.field` with its description. */
function markedFields(node: unknown, where: string): string[][] {
  if (Array.isArray(node)) return node.flatMap((each) => markedFields(each, where))
  if (!isObject(node)) return []
  return Object.entries(node).flatMap(([key, value]) => {
    if (key !== 'properties' || !isObject(value)) return markedFields(value, where)
    return Object.entries(value).flatMap(([name, property]) => [
      ...(isObject(property) && property[MARK] === true ? [[`\`${where}.${name}\``, String(property['description'] ?? '')]] : []),
      ...markedFields(property, `${where}.${name}`),
    ])
  })
}
