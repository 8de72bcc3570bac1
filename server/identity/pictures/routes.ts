import { z } from 'zod'
import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { type PictureType, pictureTypes } from './model.ts'
import { pictureRefusals } from './refusals.ts'
import { findPicture } from './store.ts'

const YEAR_SECONDS = 31_536_000
const NAME = /^([0-9a-f]{64})\.(png|jpg|webp|gif)$/

const getPicture = route({
  method: 'GET',
  path: '/pictures/{name}',
  name: 'pictures:get',
  summary: 'The picture of a user or an organization. Its content never changes.',
  access: 'public',
  params: z.object({ name: z.string().meta({ description: 'The SHA-256 of the content, and the extension of its type.' }) }),
  addition: true,
  answerType: 'image/*',
  refusals: [pictureRefusals.ResourceNotFound],
  handle: async ({ db, params, reply }) => {
    const [, digest, type] = NAME.exec(params.name) ?? []
    if (digest === undefined) return refuse(pictureRefusals.ResourceNotFound)
    const picture = (await findPicture(db, { digest, type: type as PictureType })) ?? refuse(pictureRefusals.ResourceNotFound)
    reply.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
    reply.bytes(pictureTypes[picture.type], picture.bytes)
  },
})

export const routes: readonly Route[] = [getPicture]
