import { formatFileReason } from '#config/document.ts';
import { UsageError } from '#config/usage-error.ts';
import { writeProcessFile } from './process-file.ts';

/** Writes the port to a file atomically, and removes the file when the process ends. */
export async function writePortFile(file: string, port: number): Promise<void> {
  try {
    await writeProcessFile(file, `${port}\n`, 0o666);
  } catch (error) {
    throw new UsageError(
      `Cannot write the port to ${file}: ${formatFileReason(error)}; change --port-file.`,
      {
        cause: error,
      },
    );
  }
}
