export { downloadCountList } from './reads.ts'
export { type DownloadOwner, eraseDownloads, type GrantDownloadsInput, grantDownloads, revokeDownloads } from './store.ts'
