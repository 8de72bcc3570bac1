/** The media types of pictures, by the extension of their URL. */
export const pictureTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp', gif: 'image/gif' } as const

export type PictureType = keyof typeof pictureTypes

/** The maximum size of a picture in bytes, and of its width and height in pixels. */
export const PICTURE_BYTES_MAXIMUM = 256 * 1024
export const PICTURE_SIDE_MAXIMUM = 4096

/** A picture of a user or an organization. Its content never changes: a changed picture has another digest. */
export interface Picture {
  /** The SHA-256 of the content, in lower-case hexadecimal. */
  readonly digest: string
  readonly type: PictureType
  readonly bytes: Buffer
}

/** The path of a picture below the base URL. */
export function picturePath({ digest, type }: Pick<Picture, 'digest' | 'type'>): string {
  return `/pictures/${digest}.${type}`
}

/** The digest in the URL or the path of a picture; undefined if it is no URL of a picture. */
export function digestOf(url: string): string | undefined {
  return /\/pictures\/([0-9a-f]{64})\.(?:png|jpg|webp|gif)$/.exec(url)?.[1]
}

/** The type in the URL of a picture; undefined if it is no URL of a picture. */
export function pictureTypeOf(url: string): PictureType | undefined {
  return /\/pictures\/[0-9a-f]{64}\.(png|jpg|webp|gif)$/.exec(url)?.[1] as PictureType | undefined
}
