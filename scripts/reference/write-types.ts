import { writeFileSync } from 'node:fs'
import { routes as basicRoutes } from '#platform/http/builtin/auth-basics.ts'
import { composition } from '#server/app.ts'
import { clientTypeTest, readWireSchemas } from './client-type-test.ts'
import { clientTypes, type TypedDocument } from './client-types.ts'
import { openapiDocument } from './openapi-document.ts'

/** The files to write, and the first line of the types. */
export interface TypesToWrite {
  readonly types: string
  readonly test: string
  readonly firstLine: string
}

/** Writes the types of the client, and the test by which the compiler compares them with the schemas of the server. */
export async function writeTypes({ types, test, firstLine }: TypesToWrite): Promise<void> {
  const document = (await openapiDocument()) as unknown as TypedDocument
  writeFileSync(test, clientTypeTest([...basicRoutes, ...composition.routes], await readWireSchemas()))
  // Last: they say that both are fresh.
  writeFileSync(types, firstLine + clientTypes(document))
}
