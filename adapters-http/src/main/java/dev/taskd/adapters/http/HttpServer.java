package dev.taskd.adapters.http;

import dev.taskd.application.health.Health;
import dev.taskd.domain.job.Causes;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.config.JettyConfig;
import io.javalin.http.HttpResponseException;
import io.javalin.util.JavalinException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The server of the HTTP API: each request on a virtual thread of its own. It is started once and
 * stopped once.
 */
public final class HttpServer {
  private static final int BACKLOG = 1_024;

  private final HttpSettings settings;
  private final Problems problems;
  private final Javalin javalin;

  /**
   * @param health sees what nobody expected in a request
   * @param routes the calls that are answered
   */
  public HttpServer(HttpSettings settings, Health health, List<Routes> routes) {
    this.settings = settings;
    this.problems = new Problems(health);
    this.javalin = Javalin.create(config -> configure(config, routes));
  }

  /**
   * Begins to listen.
   *
   * @return the port that is listened on
   * @throws CannotListenException if the address cannot be had
   */
  public int start() {
    try {
      javalin.start();
      return port();
    } catch (JavalinException e) {
      if (Causes.of(e).stream().anyMatch(HttpServer::isOfTheNetwork)) {
        throw new CannotListenException(new ListenAddress(settings.host(), settings.port()), e);
      }
      throw e;
    }
  }

  /** The port that is listened on. */
  public int port() {
    return javalin.port();
  }

  /**
   * Refuses connections from now on, closes what is idle and lets the requests in hand finish.
   *
   * @return false if some were still in hand after {@code longest} and were cut off
   */
  public boolean stop(Duration longest) {
    Server server = javalin.jettyServer().server();
    server.setStopTimeout(Math.max(1, longest.toMillis()));
    try {
      server.stop();
      return true;
    } catch (TimeoutException cutOff) {
      return false;
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("the HTTP server could not be stopped", e);
    }
  }

  private static boolean isOfTheNetwork(Throwable error) {
    return error instanceof IOException || error instanceof UnresolvedAddressException;
  }

  private void configure(JavalinConfig config, List<Routes> routes) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.http.prefer405over404 = true;
    config.http.compressionStrategy = CompressionStrategy.NONE;
    config.router.ignoreTrailingSlashes = false;
    configure(config.jetty);
    config.routes.before(new Guard(settings, this::port)::check);
    config.routes.exception(Exception.class, (e, ctx) -> Api.send(ctx, problems.of(e).answer()));
    config.routes.exception(
        HttpResponseException.class, (e, ctx) -> Api.send(ctx, problems.of(e).answer()));
    config.router.javaLangErrorHandler(this::fallen);
    Api api =
        new Api(
            config.routes, new Body(settings.maxBodyBytes(), settings.patience().body()), problems);
    routes.forEach(each -> each.join(api));
  }

  private void configure(JettyConfig jetty) {
    var threads = new QueuedThreadPool();
    threads.setName("http");
    threads.setDaemon(true);
    threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
    jetty.threadPool = threads;
    jetty.modifyHttpConfiguration(http -> http.setUriCompliance(UriCompliance.DEFAULT));
    jetty.modifyServer(
        server -> {
          server.setErrorHandler(new JettyErrors(problems));
          server.setHandler(new Linger(settings.patience().body()));
          server.addBean(new NetworkConnectionLimit(settings.patience().connections(), server));
        });
    jetty.modifyServletContextHandler(
        context -> context.setErrorHandler(new JettyErrors(problems)));
    jetty.addConnector(this::connector);
  }

  private ServerConnector connector(Server server, HttpConfiguration http) {
    var connector = new ServerConnector(server, new HttpConnectionFactory(http));
    connector.setHost(settings.host());
    connector.setPort(settings.port());
    connector.setAcceptQueueSize(BACKLOG);
    connector.setIdleTimeout(settings.patience().idle().toMillis());
    connector.setShutdownIdleTimeout(-1);
    var connections = new Connections(connector.getScheduler(), settings.patience().header());
    connector.addBean(connections);
    http.addCustomizer(connections);
    return connector;
  }

  /** An {@link Error}, which Javalin hands over apart from exceptions. */
  private void fallen(HttpServletResponse response, Error error) {
    Answer answer = problems.of(error).answer();
    response.setStatus(answer.status());
    answer.headers().forEach(response::setHeader);
    try {
      response.getOutputStream().write(answer.body());
    } catch (IOException gone) {
      // There is nobody left to tell.
    }
  }
}
