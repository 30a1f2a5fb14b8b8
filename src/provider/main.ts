import { serveProvider } from '../plugin/serve-provider';

void serveProvider(async () => (await import('.')).svc);
