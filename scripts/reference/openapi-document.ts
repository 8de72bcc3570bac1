import { verb as openapi } from '#server/cli/openapi.ts'

/** The OpenAPI document of this tree, as `guildhall openapi` prints it. */
export async function openapiDocument(): Promise<Record<string, unknown>> {
  const printed: unknown[] = []
  await openapi.run({ options: {}, args: [], isJson: true, print: () => undefined, report: ({ json }) => void printed.push(json) })
  return printed[0] as Record<string, unknown>
}
