/** The official release that is fetched when the machine has no nats-server. */
export const NATS_VERSION = "2.12.7";

const ARCH: Record<string, string> = { x64: "amd64", arm64: "arm64", arm: "arm7", ia32: "386", ppc64: "ppc64le", s390x: "s390x" };

/** Where the release for a platform is, and what it is called; null when there is none. */
export function releaseFor(platform: string, arch: string): { url: string; sums: string; file: string; folder: string } | null {
  const system = platform === "linux" || platform === "darwin" ? platform : null;
  const cpu = ARCH[arch];
  if (!system || !cpu) return null;
  const folder = `nats-server-v${NATS_VERSION}-${system}-${cpu}`;
  const base = `https://github.com/nats-io/nats-server/releases/download/v${NATS_VERSION}`;
  return { url: `${base}/${folder}.tar.gz`, sums: `${base}/SHA256SUMS`, file: `${folder}.tar.gz`, folder };
}

/** Reads a file's checksum from the text of a SHA256SUMS file. */
export function checksumOf(sums: string, file: string): string | null {
  for (const line of sums.split("\n")) {
    const [hash, name] = line.trim().split(/\s+\*?/);
    if (name === file && hash && /^[0-9a-f]{64}$/.test(hash)) return hash;
  }
  return null;
}
