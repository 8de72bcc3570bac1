import { createIcon } from './icon.tsx'

export const CommandIcon = /* @__PURE__ */ createIcon(
  'M6 6h4v4H6zM6 6H4.3A1.8 1.8 0 1 1 6 4.3zM10 6h1.7A1.8 1.8 0 1 0 10 4.3zM10 10h1.7A1.8 1.8 0 1 1 10 11.7zM6 10H4.3A1.8 1.8 0 1 0 6 11.7z',
)
