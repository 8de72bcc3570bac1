/** What merchants read about files to download. */
export const merchant = {
  name: 'Downloads',
  text: 'Files that customers download.',
  words: { files_one: '{{count}} file', files_other: '{{count}} files' },
  detail: { files: 'Files' },
  form: { missing: 'Upload a file.', chosen: 'Files', choose: 'Choose a file', chooseLabel: 'Add an uploaded file' },
} as const

/** What customers read about files to download. */
export const customer = {
  none: 'There are no files yet.',
  download: 'Download',
  downloadFile: 'Download {{file}}',
  checksum: 'checksum of {{file}}',
} as const
