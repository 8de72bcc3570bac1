import { createIcon } from './icon.tsx'

export const PictureIcon = /* @__PURE__ */ createIcon(
  'M4 2.5h8a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5h-8a1.5 1.5 0 0 1-1.5-1.5v-8a1.5 1.5 0 0 1 1.5-1.5zM4.8 6a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0-2.4 0zM13.5 10l-3-3-7 6.5',
)
