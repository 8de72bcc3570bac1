import { z } from 'zod'
import { PICTURE_BYTES_MAXIMUM } from './model.ts'
import { isContent, parsePicture } from './rules.ts'

/** The maximum length of a picture's URL. Longer ones would not fit into the cookie that caches a session. */
const URL_MAXIMUM = 2048
const DATA_URL_MAXIMUM = Math.ceil(PICTURE_BYTES_MAXIMUM / 3) * 4 + 100
/** The body limit of routes that take a picture, in bytes: its content, and the other fields. */
export const PICTURE_BODY_LIMIT = DATA_URL_MAXIMUM + 64 * 1024

/** The picture of a user or an organization in a body: its URL, or its content as a `data:` URL in base64. */
export const pictureInput = z
  .string()
  .max(DATA_URL_MAXIMUM)
  .superRefine((image, context) => {
    const message = findPictureFault(image)
    if (message !== undefined) context.addIssue({ code: 'custom', message, input: image })
  })
  .meta({
    description: `The URL of a picture, at most ${URL_MAXIMUM} characters; or a PNG, JPEG, WebP or GIF as a \`data:\` URL, at most ${PICTURE_BYTES_MAXIMUM} bytes: it is stored, and replaced by its URL.`,
  })

function findPictureFault(image: string): string | undefined {
  if (!isContent(image)) return image.length > URL_MAXIMUM ? `Must be at most ${URL_MAXIMUM} character(s)` : undefined
  const parsed = parsePicture(image)
  return 'fault' in parsed ? parsed.fault : undefined
}
