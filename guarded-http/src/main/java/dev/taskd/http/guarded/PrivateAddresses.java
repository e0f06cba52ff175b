package dev.taskd.http.guarded;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/**
 * The addresses that are not of the public Internet: this host, private networks, and what the
 * registries keep for special use.
 *
 * <p>An IPv6 address that stands for an IPv4 address is judged as that one. Of IPv6, only global
 * unicast is public.
 *
 * <p>Source: RFC 6890 and the IANA special-purpose address registries; RFC 4291, section 2.5; RFC
 * 6052 (NAT64); RFC 3056 (6to4).
 */
final class PrivateAddresses {
  private static final List<Block> IPV4 =
      blocks(
          "0.0.0.0/8", // this network
          "10.0.0.0/8", // private
          "100.64.0.0/10", // carriers' shared space
          "127.0.0.0/8", // loopback
          "169.254.0.0/16", // link-local, cloud metadata
          "172.16.0.0/12", // private
          "192.0.0.0/24", // protocol assignments
          "192.0.2.0/24", // documentation
          "192.88.99.0/24", // 6to4 relays, withdrawn
          "192.168.0.0/16", // private
          "198.18.0.0/15", // benchmarks
          "198.51.100.0/24", // documentation
          "203.0.113.0/24", // documentation
          "224.0.0.0/4", // multicast
          "240.0.0.0/4"); // reserved, broadcast

  private static final Block GLOBAL_UNICAST = Block.parse("2000::/3");

  private static final List<Block> IPV6 =
      blocks(
          "2001::/23", // protocol assignments, Teredo
          "2001:db8::/32", // documentation
          "3fff::/20"); // documentation

  /** ::ffff:0:0/96, in bytes because the JDK reads its literals as IPv4 addresses. */
  private static final Block IPV4_MAPPED =
      new Block(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1}, 96);

  /** Each with the byte at which the IPv4 address begins that it stands for. */
  private static final List<Embedding> EMBEDDINGS =
      List.of(
          new Embedding(IPV4_MAPPED, 12),
          new Embedding(Block.parse("::/96"), 12), // IPv4-compatible, ::, ::1
          new Embedding(Block.parse("64:ff9b::/96"), 12), // NAT64
          new Embedding(Block.parse("2002::/16"), 2)); // 6to4

  private PrivateAddresses() {}

  static boolean contains(InetAddress address) {
    byte[] bytes = address.getAddress();
    return bytes.length == 4 ? isPrivateIpv4(bytes) : isPrivateIpv6(bytes);
  }

  private static boolean isPrivateIpv4(byte[] bytes) {
    return IPV4.stream().anyMatch(block -> block.contains(bytes));
  }

  private static boolean isPrivateIpv6(byte[] bytes) {
    for (Embedding embedding : EMBEDDINGS) {
      if (embedding.block.contains(bytes)) {
        return isPrivateIpv4(Arrays.copyOfRange(bytes, embedding.at, embedding.at + 4));
      }
    }
    return !GLOBAL_UNICAST.contains(bytes)
        || IPV6.stream().anyMatch(block -> block.contains(bytes));
  }

  private static List<Block> blocks(String... cidrs) {
    return Arrays.stream(cidrs).map(Block::parse).toList();
  }

  private record Embedding(Block block, int at) {}

  /** All addresses that share their first {@code bits} bits. */
  private static final class Block {
    private final byte[] first;
    private final int bits;

    private Block(byte[] first, int bits) {
      this.first = first;
      this.bits = bits;
    }

    static Block parse(String cidr) {
      int slash = cidr.indexOf('/');
      String literal = cidr.substring(0, slash);
      return new Block(bytesOf(literal), Integer.parseInt(cidr.substring(slash + 1)));
    }

    private static byte[] bytesOf(String literal) {
      try {
        return InetAddress.getByName(literal).getAddress();
      } catch (UnknownHostException impossible) {
        throw new IllegalArgumentException("not an address: " + literal, impossible);
      }
    }

    boolean contains(byte[] address) {
      int whole = bits / 8;
      if (!Arrays.equals(address, 0, whole, first, 0, whole)) {
        return false;
      }
      int rest = bits % 8;
      return rest == 0 || (address[whole] ^ first[whole]) >> (8 - rest) == 0;
    }
  }
}
