/** Made by vite.config.ts. */
declare module 'virtual:api-routes' {
  const routes: import('./client.ts').Routes
  export default routes
}
declare module 'virtual:theme-variables.css'
/** Brings no types. */
declare module '@inlang/plugin-message-format'
