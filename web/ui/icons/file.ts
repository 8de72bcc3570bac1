import { createIcon } from './icon.tsx'

export const FileIcon = /* @__PURE__ */ createIcon('M9 2H4.5A1.5 1.5 0 0 0 3 3.5v9A1.5 1.5 0 0 0 4.5 14h7a1.5 1.5 0 0 0 1.5-1.5V6ZM9 2v4h4')
