import { expect, test } from 'vitest'
import { ValidationRefusal } from '#kernel/refusal.ts'
import { type File, filePath, idsOf, publicPath, uploadPath } from './model.ts'
import { checkContent, checkDraft, checkPicture, checkSent, complete, create, type FileDraft, storedType, update } from './rules.ts'

const NOW = new Date('2026-03-12T14:20:00.000Z')
const LATER = new Date('2026-03-12T14:21:00.000Z')
const ORGANIZATION = '0195a000-0000-7000-8000-000000000001'
const ID = '0195a000-0000-7000-8000-000000000002'
const MIB = 1024 * 1024
const GIB = 1024 * MIB
const SHA = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
const OTHER = 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ='

const part = (number: number, start: number, end: number, sha256: string | null = null) => ({ number, start, end, sha256 })
const draft = (changes: Partial<FileDraft> = {}): FileDraft => ({
  service: 'downloadable',
  name: 'a.pdf',
  mimeType: 'application/pdf',
  size: 10,
  checksumSha256: null,
  version: null,
  parts: [part(1, 0, 10)],
  ...changes,
})
const file = (changes: Partial<FileDraft> = {}): File =>
  create(draft(changes), { id: ID, organizationId: ORGANIZATION, uploadId: 'upload', now: NOW })
const sent = (parts = [{ number: 1, etag: 'x', sha256: null as string | null }]) => ({ uploadId: 'upload', path: filePath(file()), parts })

/** The places of the problems; none where nothing is refused. */
function locs(run: () => unknown): string[] {
  try {
    run()
    return []
  } catch (error) {
    if (!(error instanceof ValidationRefusal)) throw error
    return error.problems.map(({ loc }) => loc.slice(1).join('.'))
  }
}

test.each<[string, Partial<FileDraft>, string[]]>([
  ['one part', {}, []],
  ['several parts', { size: 10 * MIB + 1, parts: [part(1, 0, 5 * MIB), part(2, 5 * MIB, 10 * MIB), part(3, 10 * MIB, 10 * MIB + 1)] }, []],
  ['more bytes than a file may have', { size: GIB + 1, parts: [part(1, 0, GIB + 1)] }, ['downloadable.size']],
  ['parts out of order', { parts: [part(2, 0, 10)] }, ['downloadable.upload.parts.0.number']],
  ['a gap', { size: 6 * MIB, parts: [part(1, 0, 5 * MIB), part(2, 5 * MIB + 1, 6 * MIB)] }, ['downloadable.upload.parts.1.chunk_start']],
  ['an empty part', { parts: [part(1, 0, 0)] }, ['downloadable.upload.parts.0.chunk_end']],
  ['parts that end before the file', { parts: [part(1, 0, 9)] }, ['downloadable.upload.parts.0.chunk_end']],
  ['a small part that is not the last', { parts: [part(1, 0, 5), part(2, 5, 10)] }, ['downloadable.upload.parts.0.chunk_end']],
  ['an SVG for sale', { mimeType: 'image/svg+xml' }, []],
  ['an SVG as a picture', { service: 'product_media', mimeType: 'image/svg+xml' }, ['product_media.mime_type']],
])('a draft with %s has problems at %s %j', (_, changes, expected) => {
  expect(locs(() => checkDraft(draft(changes), GIB))).toEqual(expected)
})

test.each([
  ['its parts', sent(), []],
  ['another upload', { ...sent(), uploadId: 'other' }, ['id']],
  ['another path', { ...sent(), path: '../etc/passwd' }, ['path']],
  ['no parts', sent([]), ['parts']],
  ['another part', sent([{ number: 2, etag: 'x', sha256: null }]), ['parts.0.number']],
  ['another checksum than declared', sent([{ number: 1, etag: 'x', sha256: OTHER }]), ['parts.0.checksum_sha256_base64']],
])('an upload that is completed with %s has problems at %j', (_, what, expected) => {
  expect(locs(() => checkSent(file({ parts: [part(1, 0, 10, SHA)] }), what))).toEqual(expected)
})

const content = { bytes: 10, sha256: SHA, parts: [SHA], type: 'image/png' as string | undefined }
test.each([
  ['what was declared', {}, file({ checksumSha256: SHA }), 0],
  ['another size', { bytes: 9 }, file(), 1],
  ['another checksum', { sha256: OTHER }, file({ checksumSha256: SHA }), 1],
  ['another checksum of a part', { parts: [OTHER] }, file({ parts: [part(1, 0, 10, SHA)] }), 1],
  ['no image for sale', { type: undefined }, file(), 0],
  ['no image as a picture', { type: 'application/pdf' }, file({ service: 'product_media' }), 1],
])('content with %s has %j problems', (_, changes, declared, problems) => {
  const expected = declared.uploadParts.map(({ sha256 }) => sha256)
  expect(locs(() => checkContent(declared, { content: { ...content, ...changes }, expected }))).toHaveLength(problems)
})

test.each([
  [{ width: 10_000, height: 5000, isGif: false }, []],
  [{ width: 10_000, height: 5001, isGif: false }, ['parts']],
  [{ width: 0, height: 10, isGif: false }, ['parts']],
  [{ width: 2048, height: 2048, isGif: true }, []],
  [{ width: 2049, height: 1, isGif: true }, ['parts']],
])('a picture of %j has problems at %j', (size, expected) => {
  expect(locs(() => checkPicture(file({ service: 'product_media' }), size))).toEqual(expected)
})

test('a completed file has the size, the checksums and the type of its content', () => {
  expect(complete(file(), { bytes: 7, sha256: SHA, type: 'image/png' }, LATER)).toMatchObject({
    size: 7,
    mimeType: 'image/png',
    checksumSha256: SHA,
    checksumEtag: '"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"',
    isUploaded: true,
    lastModifiedAt: LATER,
  })
  expect(complete(file(), { bytes: 7, sha256: SHA, type: undefined }, LATER).mimeType).toBe('application/pdf')
})

test('an update of nothing is no change', () => {
  const present = file()
  expect(update(present, { name: 'a.pdf', version: null }, LATER)).toBe(present)
  expect(update(present, { version: '2' }, LATER)).toMatchObject({ name: 'a.pdf', version: '2', modifiedAt: LATER })
})

test('paths are made of ids', () => {
  const picture = file({ service: 'product_media', name: '../../etc/passwd' })
  expect([filePath(picture), uploadPath(picture)]).toEqual([
    `${ORGANIZATION}/product_media/${ID}`,
    `${ORGANIZATION}/product_media/${ID}.original`,
  ])
  expect(idsOf(publicPath(picture).slice('/media/'.length))).toEqual({ organizationId: ORGANIZATION, id: ID })
  expect([idsOf(`${ORGANIZATION}`), idsOf(`${ORGANIZATION}.../x`), idsOf('')]).toEqual([undefined, undefined, undefined])
})

test.each([
  ['image/svg+xml', 'application/xml', 'image/svg+xml'],
  ['application/rss+xml', 'application/xml', 'application/rss+xml'],
  ['text/xml', 'application/xml', 'text/xml'],
  ['image/svg+xml; charset=utf-8', 'application/xml', 'image/svg+xml; charset=utf-8'],
  ['text/html', 'application/xml', 'application/xml'],
  ['image/png', 'application/xml', 'application/xml'],
  ['application/vnd.sketch', 'application/zip', 'application/vnd.sketch'],
  ['application/vnd.adobe.indesign-idml-package', 'application/zip', 'application/vnd.adobe.indesign-idml-package'],
  ['image/png', 'application/zip', 'application/zip'],
  ['application/msword', 'application/x-cfb', 'application/msword'],
  ['image/svg+xml', 'image/png', 'image/png'],
  ['image/svg+xml', undefined, 'image/svg+xml'],
])('what is declared as %s and begins as %s is stored as %s', (declared, type, expected) => {
  expect(storedType(declared, type)).toBe(expected)
})
